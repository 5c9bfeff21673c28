import type { AdmissionPlugin } from '@pinnace/admission'
import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const pods = '/api/v1/namespaces/default/pods'
const start = (enable: readonly string[], admission: readonly AdmissionPlugin[] = []): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', preset: 'testing', admissionControl: { enable }, admission })
const pod = (spec: object = {}, metadata: object = {}): object => ({
  metadata: { name: 'p', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})

describe('plugins about pods over HTTP', () => {
  it('tolerate a lost node, for five minutes, and taint a new one', async () => {
    const server = await start([])
    const { json: made } = await call(server, 'POST', pods, { body: pod() })
    expect(made.spec.tolerations).toEqual(
      ['not-ready', 'unreachable'].map((word) => ({
        key: `node.kubernetes.io/${word}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      })),
    )
    const { json: node } = await call(server, 'POST', '/api/v1/nodes', { body: { metadata: { name: 'n' } } })
    expect(node.spec.taints).toEqual([{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }])
  })

  it('give a pod what its runtime class says', async () => {
    const server = await start([])
    const body = {
      metadata: { name: 'r' },
      handler: 'h',
      overhead: { podFixed: { cpu: '0.25' } },
      scheduling: { nodeSelector: { a: 'b' } },
    }
    expect((await call(server, 'POST', '/apis/node.k8s.io/v1/runtimeclasses', { body })).status).toBe(201)
    const { status, json } = await call(server, 'POST', pods, { body: pod({ runtimeClassName: 'r' }) })
    expect([status, json.spec.overhead, json.spec.nodeSelector]).toEqual([201, { cpu: '250m' }, { a: 'b' }])
    const refused = await call(server, 'POST', pods, { body: pod({ runtimeClassName: 'x' }) })
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'pods "p" is forbidden: pod rejected: RuntimeClass "x" not found',
    ])
  })

  it('do not let a plugin of the host undo that images are pulled', async () => {
    const lax: AdmissionPlugin = {
      name: 'Lax',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: '', resource: 'pods' }],
      admit({ object }) {
        const { spec } = object as unknown as { spec: { containers: { imagePullPolicy: string }[] } }
        if (object?.metadata.labels?.['lax'] !== undefined) spec.containers[0]!.imagePullPolicy = 'Never'
      },
    }
    const server = await start(['AlwaysPullImages'], [lax])
    const { json } = await call(server, 'POST', pods, { body: pod() })
    expect(json.spec.containers[0].imagePullPolicy).toBe('Always')
    const refused = await call(server, 'POST', pods, { body: pod({}, { name: 'q', labels: { lax: '' } }) })
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'pods "q" is forbidden: spec.containers[0].imagePullPolicy: Unsupported value: "Never": supported values: "Always"',
    ])
  })

  it('label a pod that is bound with the zone of its node', async () => {
    const server = await start(['PodTopologyLabels'])
    const labels = { 'topology.kubernetes.io/zone': 'z', other: 'o' }
    await call(server, 'POST', '/api/v1/nodes', { body: { metadata: { name: 'n', labels } } })
    await call(server, 'POST', pods, { body: pod() })
    const body = { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }
    expect((await call(server, 'POST', `${pods}/p/binding`, { body })).status).toBe(201)
    const { json } = await call(server, 'GET', `${pods}/p`)
    expect(json.metadata.labels).toEqual({ 'topology.kubernetes.io/zone': 'z' })
  })

  it('open no shell in a pod that is the node itself', async () => {
    const server = await start(['DenyEscalatingExec'])
    await call(server, 'POST', pods, { body: pod({ hostPID: true }) })
    const { status, json } = await call(server, 'POST', `${pods}/p/exec?command=sh&stdout=true`)
    expect([status, json.message]).toEqual([
      403,
      'pods "p" is forbidden: cannot exec into or attach to a container using host pid',
    ])
  })

  it('spell everything as the vocabulary does', async () => {
    const server = await createServer({
      preset: 'testing',
      admissionControl: { enable: ['ServiceAccount', 'PodTolerationRestriction'] },
    })
    const limits = [{ type: 'Container', default: { memory: '1Gi' } }]
    const base = '/api/v1/namespaces/default'
    await call(server, 'POST', `${base}/serviceaccounts`, { body: { metadata: { name: 'default' } } })
    await call(server, 'POST', `${base}/limitranges`, { body: { metadata: { name: 'r' }, spec: { limits } } })
    const { status, json } = await call(server, 'POST', pods, { body: pod() })
    expect(status).toBe(201)
    expect(Object.keys(json.metadata.annotations)).toEqual(['platform.io/limit-ranger'])
    expect(json.spec.volumes[0].name).toMatch(/^platform-api-access-/)
    expect(json.spec.volumes[0].projected.sources[1].configMap.name).toBe('platform-root-ca.crt')
    expect(json.spec.containers[0].volumeMounts[0].mountPath).toBe('/var/run/secrets/platform.io/serviceaccount')
    expect(json.spec.tolerations.map(({ key }: { key: string }) => key)).toEqual([
      'node.platform.io/not-ready',
      'node.platform.io/unreachable',
      'node.platform.io/memory-pressure',
    ])
    expect((await call(server, 'GET', '/apis/scheduling.platform.io/v1/priorityclasses')).json.items).toHaveLength(2)
  })

  it('keep the pods of a namespace on its nodes', async () => {
    const server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      admissionControl: {
        enable: ['PodNodeSelector', 'PodTolerationRestriction'],
        configuration: [
          {
            name: 'PodNodeSelector',
            value: { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: 'pool=default' } },
          },
        ],
      },
    })
    const annotations = {
      'scheduler.alpha.kubernetes.io/node-selector': 'pool=n',
      'scheduler.alpha.kubernetes.io/defaultTolerations': '[{"key":"pool","operator":"Exists"}]',
    }
    await call(server, 'POST', '/api/v1/namespaces', { body: { metadata: { name: 'n', annotations } } })
    const inDefault = await call(server, 'POST', pods, { body: pod() })
    expect(inDefault.json.spec.nodeSelector).toEqual({ pool: 'default' })
    const { json } = await call(server, 'POST', '/api/v1/namespaces/n/pods', { body: pod() })
    expect([json.spec.nodeSelector, json.spec.tolerations[2]]).toEqual([
      { pool: 'n' },
      { key: 'pool', operator: 'Exists' },
    ])
  })
})
