import { kubernetesVocabulary as vocabulary } from '@pinnace/meta'
import { createTestServer } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

it('a controller of a kind that is turned off does not run, and says so; the others do', async () => {
  const requests = `${vocabulary.group('certificates')}/v1`
  await using server = await createTestServer({ vocabulary, runtimeConfig: `batch/v1=false,${requests}=false` })
  const told: string[] = []
  await using running = startControllers({
    client: server.connect(),
    onError: (error, { controller, isGivenUp }) => {
      expect(isGivenUp).toBe(true)
      told.push(`${controller}: ${(error as Error).message}`)
    },
  })
  await running.started
  const missing = (name: string, kind: string): string => `${name}: ${name} does not run: ${kind} is not served`
  expect(told.sort()).toEqual([
    missing('certificatesigningrequest-approving-controller', `${requests} CertificateSigningRequest`),
    missing('certificatesigningrequest-cleaner-controller', `${requests} CertificateSigningRequest`),
    missing('certificatesigningrequest-signing-controller', `${requests} CertificateSigningRequest`),
    missing('ttl-after-finished-controller', 'batch/v1 Job'),
  ])
  expect(Object.keys(running.health())).not.toContain('ttl-after-finished-controller')
  expect(Object.keys(running.health())).toContain('namespace-controller')
})
