import { describe, expect, it } from 'vitest'
import { configurationsFor } from '../../examples/admission-plugin/src/configurations.ts'
import { teamLabel } from '../../examples/admission-plugin/src/team-label.ts'
import { startWebhook } from '../../examples/admission-plugin/src/webhook.ts'
import { StatusError, type ApiObject } from '../../packages/meta/src/index.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../../packages/testing/src/index.ts'
import { readPart, writePart } from '../pages.mjs'

type Made = readonly [plugin: string, request: (server: TestServer) => Promise<unknown>]

const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: object = {},
  metadata: object = {},
): ApiObject => ({
  apiVersion,
  kind,
  metadata: { name, ...metadata },
  ...rest,
})
const pod = (name: string, spec: object = {}): ApiObject =>
  object('v1', 'Pod', name, { spec: { containers: [{ name: 'main', image: 'web:1' }], ...spec } })
const storageClass = (name: string, isDefault: boolean): ApiObject =>
  object(
    'storage.k8s.io/v1',
    'StorageClass',
    name,
    { provisioner: 'example.dev/p' },
    isDefault ? { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } : {},
  )
const deployment = (labels: object): ApiObject =>
  object(
    'apps/v1',
    'Deployment',
    'web',
    {
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'main', image: 'web:1' }] },
        },
      },
    },
    { labels },
  )

/** Creates it, in `team` unless it belongs to the cluster or says another namespace. */
async function create(server: TestServer, one: ApiObject): Promise<ApiObject> {
  const { apiVersion = '', kind = '' } = one
  const [version = '', group = ''] = apiVersion.split('/').toReversed()
  const client = server.client({ apiVersion, kind })
  const isCluster = server.registry.byGvk({ group, version, kind })!.scope === 'Cluster'
  return await (isCluster ? client : client.namespace(one.metadata.namespace ?? 'team')).create(one)
}

const stored: readonly ApiObject[] = [
  object(
    'v1',
    'Namespace',
    'team',
    {},
    {
      labels: { 'pod-security.kubernetes.io/enforce': 'baseline' },
      annotations: { 'scheduler.alpha.kubernetes.io/node-selector': 'zone=a' },
    },
  ),
  object('v1', 'ServiceAccount', 'default'),
  object('v1', 'LimitRange', 'sizes', {
    spec: { limits: [{ type: 'Container', max: { memory: '1Gi' }, default: { memory: '1Gi' } }] },
  }),
  object('v1', 'ResourceQuota', 'small', { spec: { hard: { 'count/configmaps': '1' } } }),
  object('v1', 'ConfigMap', 'one'),
  object('scheduling.k8s.io/v1', 'PriorityClass', 'usual', { value: 5, globalDefault: true }),
  storageClass('first', true),
  storageClass('second', true),
]

/** What is refused, by the plugin that does. */
const refusals: readonly Made[] = [
  ['NamespaceLifecycle', (server) => create(server, object('v1', 'Secret', 'a', {}, { namespace: 'nowhere' }))],
  ['NamespaceLifecycle', (server) => server.client({ apiVersion: 'v1', kind: 'Namespace' }).delete('default')],
  [
    'LimitRanger',
    (server) =>
      create(
        server,
        pod('a', { containers: [{ name: 'main', image: 'web:1', resources: { limits: { memory: '2Gi' } } }] }),
      ),
  ],
  ['ServiceAccount', (server) => create(server, pod('a', { serviceAccountName: 'web' }))],
  ['PodSecurity', (server) => create(server, pod('a', { hostNetwork: true }))],
  ['PodNodeSelector', (server) => create(server, pod('a', { nodeSelector: { zone: 'b' } }))],
  ['Priority', (server) => create(server, pod('a', { priorityClassName: 'none' }))],
  ['Priority', (server) => create(server, pod('a', { priority: 7 }))],
  [
    'Priority',
    (server) => create(server, object('scheduling.k8s.io/v1', 'PriorityClass', 'b', { value: 6, globalDefault: true })),
  ],
  [
    'EventRateLimit',
    async (server) => {
      const involvedObject = { kind: 'Pod', name: 'a', namespace: 'team' }
      await create(server, object('v1', 'Event', 'a', { involvedObject }))
      await create(server, object('v1', 'Event', 'b', { involvedObject }))
    },
  ],
  ['RuntimeClass', (server) => create(server, pod('a', { runtimeClassName: 'none' }))],
  [
    'DenyServiceExternalIPs',
    (server) =>
      create(server, object('v1', 'Service', 'a', { spec: { ports: [{ port: 80 }], externalIPs: ['192.0.2.1'] } })),
  ],
  ['ResourceQuota', (server) => create(server, object('v1', 'ConfigMap', 'two'))],
]

const options: TestServerOptions = {
  admissionControl: {
    enable: ['ServiceAccount', 'PodSecurity', 'PodNodeSelector', 'EventRateLimit', 'DenyServiceExternalIPs'],
    configuration: [
      {
        name: 'EventRateLimit',
        value: {
          apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
          kind: 'Configuration',
          limits: [{ type: 'Namespace', qps: 1, burst: 1 }],
        },
      },
    ],
  },
}

type Row = readonly [reason: string, code: number, plugin: string, message: string]

async function rowOf(plugin: string, work: () => Promise<unknown>): Promise<Row> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return [error.reason, error.code, plugin, error.message.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8443')]
  }
  throw new Error(`${plugin} has refused nothing`)
}

/** Errors of webhooks: a rejection, a failed call, and a match condition that is no condition. */
async function webhookRows(): Promise<readonly Row[]> {
  const name = 'a webhook'
  await using server = await createTestServer()
  await create(server, object('v1', 'Namespace', 'team'))
  const webhook = await startWebhook()
  const configurations = configurationsFor(webhook, 'admissionregistration.k8s.io')
  for (const one of configurations) await create(server, one)
  await create(server, deployment({ team: 'a' }))
  const deployments = server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('team')
  const relabel = (): Promise<unknown> => deployments.patch('web', { metadata: { labels: { team: 'b' } } })
  const denied = await rowOf(name, relabel)
  await webhook.close()
  const unreached = await rowOf(name, relabel)
  const mutating = server.client({ apiVersion: configurations[0]!.apiVersion!, kind: configurations[0]!.kind! })
  const change = (path: string, value: unknown): Promise<unknown> =>
    mutating.patch('team-label', [{ op: 'add', path: `/webhooks/0/${path}`, value }], { type: 'json' })
  const conditions = await rowOf('MutatingWebhookConfiguration', () =>
    change('matchConditions', [{ name: 'mine', expression: 'object.spec' }]),
  )
  return [denied, unreached, conditions]
}

async function pluginRow(): Promise<Row> {
  await using server = await createTestServer({ admission: [teamLabel] })
  await create(server, object('v1', 'Namespace', 'team'))
  await create(server, deployment({ team: 'a' }))
  const deployments = server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('team')
  return await rowOf('a plugin of a host', () => deployments.patch('web', { metadata: { labels: { team: 'b' } } }))
}

describe('docs/errors.md', () => {
  it('shows how admission refuses', async () => {
    const rows: Row[] = []
    await using server = await createTestServer(options)
    for (const one of stored) await create(server, one)
    for (const [plugin, request] of refusals) rows.push(await rowOf(plugin, () => request(server)))
    rows.push(await pluginRow(), ...(await webhookRows()))
    const lines = rows.map(
      ([reason, code, plugin, message]) =>
        `| \`${reason}\` | ${code} | ${plugin} | \`${message.replaceAll('|', '\\|')}\` |`,
    )
    const text = ['| reason | code | by | message |', '|---|---|---|---|', ...lines].join('\n')
    if (process.env['PINNACE_WRITE_DOCS'] === '1') writePart('docs/errors.md', 'admission', text)
    expect(readPart('docs/errors.md', 'admission')).toBe(text)
  })
})
