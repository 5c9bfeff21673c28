import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import type { Store } from '@pinnace/store'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import { withoutNotes } from '../support/without-notes.ts'

const json = 'application/json'
const protobuf = 'application/vnd.kubernetes.protobuf'
const yaml = 'application/yaml'
const configMaps = '/api/v1/namespaces/default/configmaps'
let engine: MemoryStore
let store: Store

function release(options: Partial<ServerOptions> = {}): Promise<Server> {
  return createServer({ vocabulary: 'kubernetes', preset: 'testing', store, ...options })
}

beforeEach(() => {
  engine = createMemoryStore()
  store = withoutNotes(engine)
})

function stored(key: string): string {
  const entry = engine.get(`/registry/${key}`)
  if (entry === undefined) throw new Error(`${key} is not stored`)
  return Buffer.from(entry.value).toString('latin1')
}

const samples: readonly (readonly [target: string, body: object])[] = [
  [configMaps, { metadata: { name: 'a', labels: { x: 'y' } }, data: { a: 'ü' }, binaryData: { b: 'AAH/' } }],
  [
    '/api/v1/namespaces/default/pods',
    {
      metadata: { name: 'a' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '100m', memory: '1Gi' } } }] },
    },
  ],
  ['/api/v1/namespaces/default/services', { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } }],
  ['/api/v1/nodes', { metadata: { name: 'a' } }],
  [
    '/apis/apps/v1/namespaces/default/deployments',
    {
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
  ],
  [
    '/apis/apps/v1/namespaces/default/statefulsets',
    {
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        serviceName: 'a',
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        volumeClaimTemplates: [
          {
            metadata: { name: 'd' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    },
  ],
  [
    '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings',
    { metadata: { name: 'a' }, spec: { policyName: 'p' } },
  ],
  [
    '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers',
    {
      metadata: { name: 'a' },
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } },
    },
  ],
  [
    '/apis/coordination.k8s.io/v1/namespaces/default/leases',
    {
      metadata: { name: 'a' },
      spec: { renewTime: '2026-01-01T00:00:00.123456Z', leaseDurationSeconds: 15, leaseTransitions: 0 },
    },
  ],
  [
    '/apis/events.k8s.io/v1/namespaces/default/events',
    {
      metadata: { name: 'a' },
      eventTime: '2026-01-01T00:00:00.000001Z',
      action: 'act',
      reason: 'why',
      type: 'Normal',
      reportingController: 'c',
      reportingInstance: 'i',
      regarding: { kind: 'Pod', namespace: 'default', name: 'a' },
    },
  ],
  [
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    {
      metadata: { name: 'widgets.example.dev' },
      spec: {
        group: 'example.dev',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    },
  ],
  [
    '/apis/example.dev/v1/namespaces/default/widgets',
    { metadata: { name: 'a' }, apiVersion: 'example.dev/v1', kind: 'Widget' },
  ],
]

async function fill(server: Server): Promise<void> {
  for (const [target, body] of samples) {
    const { status, text } = await call(server, 'POST', target, { body })
    if (status !== 201) throw new Error(`${target}: ${text}`)
  }
}

async function everything(server: Server): Promise<string[]> {
  const texts: string[] = []
  for (const [target] of samples) {
    const list = await call(server, 'GET', target)
    const name = list.json.items.at(-1).metadata.name as string
    // Another server writes objects of its own when it starts, which advances the revision of lists.
    texts.push(JSON.stringify(list.json.items), (await call(server, 'GET', `${target}/${name}`)).text)
  }
  return texts
}

describe('the storage media type', () => {
  it.each([
    ['application/json', {}],
    ['application/vnd.kubernetes.protobuf', { storageMediaType: protobuf }],
    ['application/yaml', { storageMediaType: yaml }],
  ])('has no effect on what clients see: %s', async (_name, options) => {
    const writer = await release({ storageMediaType: json, ...options })
    await fill(writer)
    const seen = await everything(writer)
    for (const other of [{}, { storageMediaType: json }, { storageMediaType: protobuf }, { storageMediaType: yaml }]) {
      const reader = await release(other)
      expect(await everything(reader)).toEqual(seen)
      await reader.close()
    }
    await writer.close()
  })

  it('stores built-in kinds as protobuf, and those that kube-apiserver stores as JSON as JSON', async () => {
    const server = await release({ storageMediaType: protobuf })
    await fill(server)
    expect(stored('configmaps/default/a').startsWith('k8s\0\n\x0f\n\x02v1\x12\tConfigMap')).toBe(true)
    for (const key of [
      'pods/default/a',
      'services/specs/default/a',
      'minions/a',
      'horizontalpodautoscalers/default/a',
      'events/default/a',
      'leases/default/a',
      'namespaces/default',
    ]) {
      expect(stored(key).slice(0, 4), key).toBe('k8s\0')
    }
    for (const key of [
      'apiextensions.k8s.io/customresourcedefinitions/widgets.example.dev',
      'apiregistration.k8s.io/apiservices/v1.apps',
      'example.dev/widgets/default/a',
    ]) {
      const text = stored(key)
      expect(text.endsWith('}\n'), key).toBe(true)
      expect(JSON.parse(text).metadata.resourceVersion, key).toBeUndefined()
    }
    expect(stored('horizontalpodautoscalers/default/a')).toContain('autoscaling/v2')
    // Served as v1, stored as v1beta1.
    expect(stored('mutatingadmissionpolicybindings/a')).toContain('\x24admissionregistration.k8s.io/v1beta1')
    expect(stored('events/default/a')).toContain('\n\x02v1\x12\x05Event')
    await server.close()
  })

  it('stores JSON without the resourceVersion only where it is asked for, or the store takes bytes only', async () => {
    const body = { metadata: { name: 'a' } }
    const plain = await release()
    await call(plain, 'POST', configMaps, { body })
    expect(stored('configmaps/default/a')).toContain('"resourceVersion":"')
    await plain.close()
    for (const options of [{ storageMediaType: json }, { store: { ...store, bytesOnly: true as const } }]) {
      const server = await release(options)
      await call(server, 'DELETE', `${configMaps}/a`)
      await call(server, 'POST', configMaps, { body })
      expect(stored('configmaps/default/a')).not.toContain('resourceVersion')
      expect((await call(server, 'GET', `${configMaps}/a`)).json.metadata.resourceVersion).toMatch(/^\d+$/)
      await server.close()
    }
  })

  it('stores JSON in the version that kube-apiserver stores', async () => {
    const server = await release({ storageMediaType: json })
    await fill(server)
    const text = stored('mutatingadmissionpolicybindings/a')
    expect(JSON.parse(text)).toMatchObject({ apiVersion: 'admissionregistration.k8s.io/v1beta1' })
    await server.close()
  })

  it('reads the YAML of kube-apiserver, and writes the same', async () => {
    const text = [
      'apiVersion: v1',
      'data:',
      '  e: ""',
      '  k: v',
      '  m: |',
      '    line1',
      '    line2',
      '  "n": "1"',
      '  t: "true"',
      'kind: ConfigMap',
      'metadata:',
      '  annotations:',
      "    a: 'b: c'",
      '  creationTimestamp: "2026-11-23T19:28:33Z"',
      '  name: "y"',
      '  namespace: default',
      '  uid: 631cea82-3f95-4dad-b03d-3f12e294f9e3',
      '',
    ].join('\n')
    engine.put('/registry/configmaps/default/y', { bytes: Buffer.from(text) })
    const server = await release({ storageMediaType: yaml })
    const { json: found } = await call(server, 'GET', `${configMaps}/y`)
    expect(found.data).toEqual({ e: '', k: 'v', m: 'line1\nline2\n', n: '1', t: 'true' })
    await call(server, 'PATCH', `${configMaps}/y`, {
      body: { data: { k: 'w' } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(stored('configmaps/default/y')).toBe(text.replace('k: v', 'k: w'))
    await server.close()
  })

  it('rewrites an object of another form with an update of nothing, once', async () => {
    const first = await release()
    await call(first, 'POST', configMaps, { body: { metadata: { name: 'a' } } })
    await first.close()
    for (const [options, begins] of [
      [{ storageMediaType: json }, '{"kind":"ConfigMap"'],
      [{ storageMediaType: protobuf }, 'k8s\0'],
      [{ storageMediaType: yaml }, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n'],
      [{ storageMediaType: json }, '{"kind":"ConfigMap"'],
      [{}, '{"kind":"ConfigMap"'],
    ] as const) {
      const server = await release(options)
      const before = (await call(server, 'GET', `${configMaps}/a`)).json
      const after = (await call(server, 'PUT', `${configMaps}/a`, { body: before })).json
      expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion)
      expect(stored('configmaps/default/a').startsWith(begins)).toBe(true)
      const again = (await call(server, 'PUT', `${configMaps}/a`, { body: after })).json
      expect(again).toEqual(after)
      await server.close()
    }
  })

  it('delivers the same events to watches, with the resourceVersion of each change', async () => {
    const server = await release({ storageMediaType: protobuf })
    const watch = await openWatch(server, `${configMaps}?watch=true&resourceVersion=0`)
    const created = (await call(server, 'POST', configMaps, { body: { metadata: { name: 'a' } } })).json
    const updated = (await call(server, 'PUT', `${configMaps}/a`, { body: { ...created, data: { a: 'b' } } })).json
    await call(server, 'DELETE', `${configMaps}/a`)
    await watch.until(3)
    watch.leave()
    const [added, modified, deleted] = watch.events.slice(-3)
    expect([added, modified]).toEqual([
      { type: 'ADDED', object: created },
      { type: 'MODIFIED', object: updated },
    ])
    expect(deleted).toMatchObject({ type: 'DELETED', object: { data: { a: 'b' } } })
    expect(BigInt(deleted.object.metadata.resourceVersion)).toBeGreaterThan(BigInt(updated.metadata.resourceVersion))
    await server.close()
  })

  it('answers 500 with the key for a value that cannot be read, and serves other resources', async () => {
    engine.put('/registry/configmaps/default/torn', { bytes: Buffer.from('k8s:enc:aescbc:v1:key1:x') })
    const server = await release()
    const { status, json: answer } = await call(server, 'GET', configMaps)
    expect([status, answer.message]).toEqual([
      500,
      'Internal error occurred: unable to transform key "/registry/configmaps/default/torn": identity transformer tried to read encrypted data',
    ])
    expect((await call(server, 'GET', '/api/v1/namespaces/default/secrets')).status).toBe(200)
    await server.close()
  })

  it('reads and writes the other objects of a resource with a value that cannot be read', async () => {
    const first = await release()
    await call(first, 'POST', configMaps, { body: { metadata: { name: 'a' } } })
    await first.close()
    const torn = '/registry/configmaps/default/torn'
    engine.put(torn, { bytes: Buffer.from('k8s:enc:aescbc:v1:key1:x') })
    const server = await release()
    for (const query of ['', '?resourceVersion=0']) {
      const { status, json: found } = await call(server, 'GET', `${configMaps}/a${query}`)
      expect([status, found.metadata.name]).toEqual([200, 'a'])
      expect((await call(server, 'GET', `${configMaps}/torn${query}`)).json.message).toContain(`key "${torn}"`)
      expect((await call(server, 'GET', `${configMaps}/none${query}`)).status).toBe(404)
    }
    const { json: live } = await call(server, 'GET', `${configMaps}/a`)
    const written = await call(server, 'PUT', `${configMaps}/a`, { body: { ...live, data: { a: 'b' } } })
    expect([written.status, written.json.data]).toEqual([200, { a: 'b' }])
    expect((await call(server, 'POST', configMaps, { body: { metadata: { name: 'b' } } })).status).toBe(201)
    expect((await call(server, 'GET', `${configMaps}/b`)).status).toBe(200)
    expect((await call(server, 'DELETE', `${configMaps}/b`)).status).toBe(200)
    expect((await call(server, 'GET', configMaps)).status).toBe(500)
    engine.delete(torn, { bytes: Buffer.from('{}') })
    expect((await call(server, 'GET', configMaps)).json.items).toHaveLength(1)
    expect((await call(server, 'GET', `${configMaps}/a`)).json).toEqual(written.json)
    await server.close()
  })

  it('refuses other media types', async () => {
    await expect(release({ storageMediaType: 'application/x' })).rejects.toThrow(
      'storageMediaType "application/x" invalid, allowed values: application/json, application/vnd.kubernetes.protobuf, application/yaml',
    )
  })

  it('runs the health checks of the encryption', async () => {
    let failure: Error | undefined
    const check = (): void => {
      if (failure !== undefined) throw failure
    }
    const encryption = { transformerOf: () => undefined, healthChecks: [{ name: 'kms-provider-0', check }] }
    const server = await release({ encryption })
    expect((await call(server, 'GET', '/readyz/kms-provider-0')).status).toBe(200)
    failure = new Error('gone')
    for (const endpoint of ['readyz', 'livez', 'healthz']) {
      expect((await call(server, 'GET', `/${endpoint}`)).text).toContain('[-]kms-provider-0 failed')
    }
    await server.close()
  })
})
