import type { TestServer } from '@pinnace/testing'
import { expect } from 'vitest'
import { deployment } from './deployment.ts'

/** The behavior of the plugin for users, in process or as a webhook. */
export async function tour(server: TestServer, refusal: string): Promise<void> {
  const warnings: string[] = []
  const deployments = server
    .client({ apiVersion: 'apps/v1', kind: 'Deployment' }, { onWarning: (text) => void warnings.push(text) })
    .namespace('default')
  const made = await deployments.create(deployment())
  expect(made.metadata.labels).toEqual({ team: 'none' })
  expect(warnings).toEqual(['this deployment has no team'])
  await deployments.patch('web', { metadata: { labels: { team: 'a' } } })
  await expect(deployments.patch('web', { metadata: { labels: { team: 'b' } } })).rejects.toMatchObject({
    code: 403,
    message: refusal,
  })
  expect((await deployments.get('web')).metadata.labels).toEqual({ team: 'a' })
}
