import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call, openWatch } from './support/call.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const pods = '/api/v1/namespaces/default/pods'
const merge = { 'content-type': 'application/merge-patch+json' }

let server: Server
beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})
afterEach(() => server.close())

/** `type deletionGracePeriodSeconds finalizers`, one line an event. */
async function eventsOf(path: string, count: number, act: () => Promise<unknown>): Promise<readonly string[]> {
  const watch = await openWatch(server, `${path}?watch=true`)
  await act()
  await watch.until(count)
  watch.leave()
  return watch.events.map(({ type, object }) =>
    [type, object.metadata.deletionGracePeriodSeconds, object.metadata.finalizers].join(' '),
  )
}

describe('the events of a deletion', () => {
  it('has the object as it was stored when an update removes its last finalizer', async () => {
    await call(server, 'POST', configMaps, {
      body: { metadata: { name: 'a', finalizers: ['x.y/z'] }, data: { k: 'v' } },
    })
    const { json: marked } = await call(server, 'DELETE', `${configMaps}/a`)
    const watch = await openWatch(server, `${configMaps}?watch=true`)
    const body = { metadata: { finalizers: null, labels: { l: 'm' } }, data: { k: 'w' } }
    const { json } = await call(server, 'PATCH', `${configMaps}/a`, { body, headers: merge })
    await watch.until(2)
    watch.leave()
    // The answer shows the update, at the version it started from.
    expect([json.data, json.metadata.labels, json.metadata.finalizers]).toEqual([{ k: 'w' }, { l: 'm' }, undefined])
    expect(json.metadata.resourceVersion).toBe(marked.metadata.resourceVersion)
    const { type, object } = watch.events[1]
    expect([type, object.data, object.metadata.labels]).toEqual(['DELETED', { k: 'v' }, undefined])
    expect(object.metadata.finalizers).toEqual(['x.y/z'])
    expect(Number(object.metadata.resourceVersion)).toBeGreaterThan(Number(marked.metadata.resourceVersion))
  })

  it('are two for a pod, which is marked before it is removed', async () => {
    await call(server, 'POST', '/api/v1/namespaces/default/serviceaccounts', {
      body: { metadata: { name: 'default' } },
    })
    const body = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const made = await call(server, 'POST', pods, { body })
    expect(made.status).toBe(201)
    const lines = await eventsOf(pods, 3, () => call(server, 'DELETE', `${pods}/p`))
    expect(lines).toEqual(['ADDED  ', 'MODIFIED 0 ', 'DELETED 0 '])
  })

  it('are two where the finalizer of an earlier propagation policy goes first', async () => {
    await call(server, 'POST', configMaps, { body: { metadata: { name: 'a', finalizers: ['orphan'] } } })
    const lines = await eventsOf(configMaps, 3, () =>
      call(server, 'DELETE', `${configMaps}/a?propagationPolicy=Background`),
    )
    expect(lines).toEqual(['ADDED  orphan', 'MODIFIED  ', 'DELETED  '])
  })

  it('is one for other kinds', async () => {
    await call(server, 'POST', configMaps, { body: { metadata: { name: 'a' } } })
    const lines = await eventsOf(configMaps, 2, () => call(server, 'DELETE', `${configMaps}/a`))
    expect(lines).toEqual(['ADDED  ', 'DELETED  '])
  })
})

describe('a delete', () => {
  it('is refused for the priority classes of the system, not for others', async () => {
    const classes = '/apis/scheduling.k8s.io/v1/priorityclasses'
    for (const name of ['system-node-critical', 'system-cluster-critical']) {
      const { status, json } = await call(server, 'DELETE', `${classes}/${name}`)
      const message = `priorityclasses.scheduling.k8s.io "${name}" is forbidden: this is a system priority class and cannot be deleted`
      expect([status, json.reason, json.message]).toEqual([403, 'Forbidden', message])
    }
    await call(server, 'POST', classes, { body: { metadata: { name: 'mine' }, value: 1 } })
    expect((await call(server, 'DELETE', `${classes}/mine`)).status).toBe(200)
  })

  it('gives an object that is going, and has no grace period yet, one of 0', async () => {
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const names = { plural: 'as', kind: 'A' }
    const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }
    const body = {
      metadata: { name: 'as.example.dev', finalizers: ['x.y/z'] },
      spec: { group: 'example.dev', scope: 'Namespaced', names, versions: [version] },
    }
    await call(server, 'POST', definitions, { body })
    const path = `${definitions}/as.example.dev`
    const first = await call(server, 'DELETE', `${path}?propagationPolicy=Foreground`)
    // The first delete of a CRD only marks: its generation stays, and no policy adds a finalizer.
    const { generation, deletionGracePeriodSeconds, finalizers } = first.json.metadata
    expect([generation, deletionGracePeriodSeconds]).toEqual([1, undefined])
    expect(finalizers).toEqual(['x.y/z', 'customresourcecleanup.apiextensions.k8s.io'])
    const second = await call(server, 'DELETE', path)
    expect(second.json.metadata.deletionGracePeriodSeconds).toBe(0)
  })
})

describe('the status of a CRD', () => {
  it('belongs to the server where the write has settled it, which the answer does not show', async () => {
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }
    const spec = { group: 'example.dev', scope: 'Namespaced', names: { plural: 'as', kind: 'A' }, versions: [version] }
    const made = await call(server, 'POST', definitions, { body: { metadata: { name: 'as.example.dev' }, spec } })
    const managers = (answer: typeof made): string[] =>
      answer.json.metadata.managedFields.map((entry: { manager: string; subresource?: string }) =>
        [entry.manager, entry.subresource ?? ''].join('/'),
      )
    expect(managers(made)).toEqual(['unknown/'])
    const read = await call(server, 'GET', `${definitions}/as.example.dev`)
    expect(managers(read)).toEqual(['kube-apiserver/status', 'unknown/'])
    const [own] = read.json.metadata.managedFields
    expect(Object.keys(own.fieldsV1)).toEqual(['f:status'])
    expect(own.fieldsV1['f:status']['f:conditions']['k:{"type":"Established"}']).toBeDefined()
    const status = await call(server, 'PATCH', `${definitions}/as.example.dev/status`, {
      body: { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } } },
      headers: merge,
    })
    expect([status.json.metadata.labels, status.json.metadata.annotations]).toEqual([{ a: 'b' }, { c: 'd' }])
  })
})
