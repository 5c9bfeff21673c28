// From client-side apply to server-side apply and back.
import { kubernetesVocabulary } from '@pinnace/meta'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import {
  apply,
  configMap,
  configMaps,
  daemonSets,
  deployment,
  deployments,
  ownedPaths,
  patch,
  post,
  read,
} from './actors.ts'

const annotation = kubernetesVocabulary.lastAppliedAnnotation
const clientSide = 'kubectl-client-side-apply'
let server: Server
const d = `${deployments}/d`
const a = `${configMaps}/a`

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

/** The configuration with itself in the annotation, as the client's own apply sends it. */
// oxlint-disable-next-line no-explicit-any
function annotated(config: any): any {
  return {
    ...config,
    metadata: {
      ...config.metadata,
      annotations: { ...config.metadata.annotations, [annotation]: `${JSON.stringify(config)}\n` },
    },
  }
}

describe('to server-side apply', () => {
  it.each([
    ['a ConfigMap', configMaps, 'a', (image: string): object => configMap('a', { image, k: 'v' })],
    [
      'a Deployment',
      deployments,
      'd',
      (image: string): object =>
        deployment('d', {
          replicas: 3,
          template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'main', image }] } },
        }),
    ],
    [
      'a DaemonSet',
      daemonSets,
      'p',
      (image: string): object => ({
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata: { name: 'p' },
        spec: {
          selector: { matchLabels: { app: 'p' } },
          template: { metadata: { labels: { app: 'p' } }, spec: { containers: [{ name: 'main', image }] } },
        },
      }),
    ],
  ])('%s: the client’s manager meets no conflict with what it applied before', async (_, collection, name, config) => {
    await post(server, collection, clientSide, annotated(config('one')))
    const { status, json } = await apply(server, `${collection}/${name}`, 'kubectl', config('two'))
    expect([status, json.message]).toEqual([200, undefined])
    expect(JSON.stringify(json.spec ?? json.data)).toContain('two')
  })

  it('another manager meets one', async () => {
    await post(server, configMaps, clientSide, annotated(configMap('a', { k: 'v' })))
    const { status, json } = await apply(server, a, 'other', configMap('a', { k: 'w' }))
    expect(status).toBe(409)
    expect(json.details.causes[0].message).toBe(`conflict with "${clientSide}" using v1`)
  })

  it('a field that another manager has changed since is a conflict', async () => {
    await post(server, configMaps, clientSide, annotated(configMap('a', { k: 'v', l: 'v' })))
    await patch(server, 'merge', a, 'other-manager', { data: { l: 'theirs' } })
    const { status, json } = await apply(server, a, 'kubectl', configMap('a', { k: 'w', l: 'w' }))
    expect([status, json.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "other-manager" using v1: .data.l',
    ])
  })

  it('keeps the annotation current, so that the way back works', async () => {
    await post(server, configMaps, clientSide, annotated(configMap('a', { k: 'v' })))
    const { json } = await apply(server, a, 'kubectl', configMap('a', { k: 'w' }))
    expect(JSON.parse(json.metadata.annotations[annotation])).toEqual(configMap('a', { k: 'w' }))
  })

  it('twice is a no-op', async () => {
    await post(server, configMaps, clientSide, annotated(configMap('a', { k: 'v' })))
    const first = await apply(server, a, 'kubectl', configMap('a', { k: 'w' }))
    expect((await apply(server, a, 'kubectl', configMap('a', { k: 'w' }))).json).toEqual(first.json)
  })

  it('moves the fields for good once the client has moved its entry', async () => {
    await post(server, configMaps, clientSide, annotated(configMap('a', { k: 'v', l: 'v' })))
    // The newer client does this before its first server-side apply.
    const before = await read(server, a)
    const managedFields = before.metadata.managedFields.map((entry: object) => ({
      ...entry,
      manager: 'kubectl',
      operation: 'Apply',
    }))
    await patch(server, 'json', a, 'kubectl', [
      { op: 'replace', path: '/metadata/managedFields', value: managedFields },
      { op: 'replace', path: '/metadata/resourceVersion', value: before.metadata.resourceVersion },
    ])
    const { json } = await apply(server, a, 'kubectl', configMap('a', { k: 'v' }))
    expect(json.data).toEqual({ k: 'v' })
  })
})

describe('back to client-side apply', () => {
  it('an update finds the annotation and takes its fields', async () => {
    await post(server, deployments, clientSide, annotated(deployment('d', { replicas: 3 })))
    await apply(server, d, 'kubectl', deployment('d', { replicas: 4 }))
    const stored = await read(server, d)
    const last = JSON.parse(stored.metadata.annotations[annotation])
    expect(last.spec.replicas).toBe(4)
    const next = deployment('d', { replicas: 5 })
    const { status, json } = await patch(server, 'strategic', d, clientSide, {
      metadata: { annotations: annotated(next).metadata.annotations },
      spec: { replicas: 5 },
    })
    expect([status, json.spec.replicas]).toEqual([200, 5])
    expect(ownedPaths(json)[`${clientSide} Update`]).toContain('.spec.replicas')
    expect(ownedPaths(json)['kubectl Apply']).not.toContain('.spec.replicas')
  })

  it('of an object without the annotation writes none', async () => {
    const { json } = await apply(server, a, 'kubectl', configMap('a', { k: 'v' }))
    expect(json.metadata.annotations).toBeUndefined()
  })
})
