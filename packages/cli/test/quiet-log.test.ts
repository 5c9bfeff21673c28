import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pinnace/client'
import { eventually } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { run } from '../src/run.ts'

const container = { name: 'main', image: 'example.dev/web:1' }
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } }
const selector = { matchLabels: { app: 'web' } }
const once = { restartPolicy: 'Never', containers: [container] }

/** What clients do to a namespace in a test suite or with Helm: they fill it, change it and delete it. */
it('the log has no warning and no error while workloads are rolled out and their namespace is deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinnace-quiet-'))
  const kubeconfig = join(folder, 'kubeconfig')
  const log: string[] = []
  const flags = [
    '--vocabulary=kubernetes',
    '--secure-port=0',
    '--simulated-nodes=2',
    `--write-kubeconfig=${kubeconfig}`,
  ]
  const listening = await run(parseFlags(flags) as CommandOptions, {
    out: () => {},
    err: (line) => void log.push(line),
  })
  try {
    const client = await createClient({ kubeconfigFiles: [kubeconfig], vocabulary: 'kubernetes' })
    for (const name of ['one', 'two']) {
      await client.resource({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name } })
      const accounts = client.resource({ apiVersion: 'v1', kind: 'ServiceAccount' }).namespace(name)
      await eventually(
        () => accounts.list(),
        ({ items }) => items.length === 1,
      )
      const deployments = client.resource({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace(name)
      await deployments.create({ metadata: { name: 'web' }, spec: { replicas: 3, selector, template } })
      await client
        .resource({ apiVersion: 'v1', kind: 'Service' })
        .namespace(name)
        .create({
          metadata: { name: 'web' },
          spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
        })
      await client
        .resource({ apiVersion: 'batch/v1', kind: 'Job' })
        .namespace(name)
        .create({
          metadata: { name: 'job' },
          spec: { template: { spec: once } },
        })
      await client
        .resource({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' })
        .namespace(name)
        .create({
          metadata: { name: 'web' },
          spec: { minAvailable: 1, selector },
        })
      await eventually(
        () => deployments.get('web'),
        ({ status }) => status?.availableReplicas === 3,
      )
      await deployments.patch('web', { spec: { replicas: 4 } })
    }
    const namespaces = client.resource({ apiVersion: 'v1', kind: 'Namespace' })
    for (const name of ['one', 'two']) await namespaces.delete(name)
    await eventually(
      () => namespaces.list(),
      ({ items }) => items.every(({ metadata }) => !['one', 'two'].includes(metadata.name)),
    )
    expect(log.filter((line) => /\b(warn|warning|error)\b/i.test(line))).toEqual([])
  } finally {
    await listening.close()
    await rm(folder, { recursive: true })
  }
})
