import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call, openWatch } from './support/call.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

const make = (name: string, labels: Record<string, string> = {}, namespace = 'default'): ReturnType<typeof call> =>
  call(server, 'POST', `/api/v1/namespaces/${namespace}/configmaps`, { body: { metadata: { name, labels } } })
const names = (list: { items: { metadata: { name: string } }[] }): string[] =>
  list.items.map(({ metadata }) => metadata.name)

describe('get', () => {
  it('answers 404 for what is not there, with a Status', async () => {
    const { status, json } = await call(server, 'GET', `${configMaps}/none`)
    expect(status).toBe(404)
    expect(json).toMatchObject({
      reason: 'NotFound',
      message: 'configmaps "none" not found',
      details: { name: 'none', kind: 'configmaps' },
    })
  })

  it('waits for a version that comes and answers 504 for one that does not', async () => {
    const { json } = await make('a')
    expect((await call(server, 'GET', `${configMaps}/a?resourceVersion=${json.metadata.resourceVersion}`)).status).toBe(
      200,
    )
    const late = await call(server, 'GET', `${configMaps}/a?resourceVersion=999999`)
    expect([late.status, late.json.reason, late.headers['retry-after']]).toEqual([504, 'Timeout', '1'])
    expect(late.json.message).toMatch(/^Timeout: Too large resource version: 999999, current: \d+$/)
    const bad = await call(server, 'GET', `${configMaps}/a?resourceVersion=x`)
    expect(bad.status).toBe(500)
  })
})

describe('list', () => {
  it('answers items in order of their keys, without kind and apiVersion in each', async () => {
    await make('b')
    await make('a')
    const { json } = await call(server, 'GET', configMaps)
    expect(json).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' })
    expect(json.metadata.resourceVersion).toMatch(/^\d+$/)
    expect(names(json)).toEqual(['a', 'b'])
    expect(json.items[0].kind).toBeUndefined()
    expect(json.items[0].metadata.uid).toBeDefined()
  })

  it('answers an empty list with an empty array', async () => {
    expect((await call(server, 'GET', configMaps)).json.items).toEqual([])
  })

  it('answers an empty list of metadata with null, and an empty table with an empty array', async () => {
    const as = (kind: string) => ({ headers: { accept: `application/json;as=${kind};g=meta.k8s.io;v=v1` } })
    expect((await call(server, 'GET', configMaps, as('PartialObjectMetadataList'))).json.items).toBeNull()
    expect((await call(server, 'GET', configMaps, as('Table'))).json.rows).toEqual([])
  })

  it('filters by labels and by fields', async () => {
    await make('a', { app: 'x' })
    await make('b', { app: 'y' })
    expect(names((await call(server, 'GET', `${configMaps}?labelSelector=app%21%3Dx`)).json)).toEqual(['b'])
    expect(names((await call(server, 'GET', `${configMaps}?fieldSelector=metadata.name%3Da`)).json)).toEqual(['a'])
    expect(
      names((await call(server, 'GET', `/api/v1/configmaps?fieldSelector=metadata.namespace%3Ddefault`)).json),
    ).toEqual(['a', 'b'])
    const unknown = await call(server, 'GET', `${configMaps}?fieldSelector=data.k%3Dv`)
    expect([unknown.status, unknown.json.message]).toEqual([
      400,
      '"data.k" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ])
    const bad = await call(server, 'GET', `${configMaps}?labelSelector=%2C%2C`)
    expect(bad.status).toBe(400)
  })

  it('pages over one snapshot, whatever is written meanwhile', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await make(name)
    const first = await call(server, 'GET', `${configMaps}?limit=2`)
    expect([names(first.json), first.json.metadata.remainingItemCount]).toEqual([['a', 'b'], 3])
    await make('bb')
    await call(server, 'DELETE', `${configMaps}/d`)
    const second = await call(server, 'GET', `${configMaps}?limit=2&continue=${first.json.metadata.continue}`)
    const third = await call(server, 'GET', `${configMaps}?limit=2&continue=${second.json.metadata.continue}`)
    expect([...names(second.json), ...names(third.json)]).toEqual(['c', 'd', 'e'])
    expect(new Set([first, second, third].map(({ json }) => json.metadata.resourceVersion)).size).toBe(1)
    expect(third.json.metadata.continue).toBeUndefined()
  })

  it.each([
    ['limit=2&continue=TOKEN&resourceVersion=5', 400, 'specifying resource version is not allowed when using continue'],
    ['continue=nonsense', 400, /^invalid continue token: continue key is not valid/],
    [
      'resourceVersionMatch=Exact',
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
    ['resourceVersionMatch=Exact&resourceVersion=0', 422, /forbidden for resourceVersion "0"/],
    ['resourceVersionMatch=Sometimes&resourceVersion=1', 422, /Unsupported value: "Sometimes"/],
    ['limit=x', 400, /strconv.ParseInt: parsing "x": invalid syntax/],
  ])('refuses ?%s with %d', async (query, code, message) => {
    for (const name of ['a', 'b', 'c']) await make(name)
    const token = (await call(server, 'GET', `${configMaps}?limit=1`)).json.metadata.continue
    const { status, json } = await call(server, 'GET', `${configMaps}?${query.replace('TOKEN', token)}`)
    expect(status).toBe(code)
    expect(json.message).toMatch(message)
  })

  it('lists exactly the state of an old version', async () => {
    const { json } = await make('a')
    await make('b')
    const old = await call(
      server,
      'GET',
      `${configMaps}?resourceVersion=${json.metadata.resourceVersion}&resourceVersionMatch=Exact`,
    )
    expect([names(old.json), old.json.metadata.resourceVersion]).toEqual([['a'], json.metadata.resourceVersion])
  })
})

describe('watch', () => {
  it('shows the state and then every change, in order', async () => {
    await make('a')
    const watch = await openWatch(server, `${configMaps}?watch=1`)
    await watch.until(1)
    await make('b')
    await call(server, 'PATCH', `${configMaps}/a`, {
      body: { data: { k: 'v' } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    await call(server, 'DELETE', `${configMaps}/b`)
    await watch.until(4)
    expect(watch.events.map(({ type, object }) => [type, object.metadata.name])).toEqual([
      ['ADDED', 'a'],
      ['ADDED', 'b'],
      ['MODIFIED', 'a'],
      ['DELETED', 'b'],
    ])
    expect(watch.events[0].object.kind).toBe('ConfigMap')
    watch.leave()
  })

  it('starts after the version it is given, without synthetic events', async () => {
    const { json } = await make('a')
    await make('b')
    const watch = await openWatch(server, `${configMaps}?watch=true&resourceVersion=${json.metadata.resourceVersion}`)
    await watch.until(1)
    expect(watch.events.map(({ object }) => object.metadata.name)).toEqual(['b'])
    watch.leave()
  })

  it('shows an object that enters a selector as ADDED and one that leaves it as DELETED', async () => {
    await make('a', { on: 'no' })
    const watch = await openWatch(server, `${configMaps}?watch=1&labelSelector=on%3Dyes`)
    const label = (value: string): ReturnType<typeof call> =>
      call(server, 'PATCH', `${configMaps}/a`, {
        body: { metadata: { labels: { on: value } } },
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    await label('yes')
    const left = await label('no')
    await watch.until(2)
    expect(watch.events.map(({ type }) => type)).toEqual(['ADDED', 'DELETED'])
    expect(watch.events[1].object.metadata.labels).toEqual({ on: 'yes' })
    expect(watch.events[1].object.metadata.resourceVersion).toBe(left.json.metadata.resourceVersion)
    watch.leave()
  })

  it.each([
    'sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    'resourceVersion=0',
    'fieldSelector=metadata.name%3Da',
  ])('ends the state with the annotated bookmark: %s', async (options) => {
    await make('a')
    const watch = await openWatch(server, `${configMaps}?watch=1&allowWatchBookmarks=true&${options}`)
    await watch.until(2)
    expect(watch.events.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK'])
    expect(watch.events[1].object).toMatchObject({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
    })
    watch.leave()
  })

  it('answers 410 inside the stream for a version whose history is gone', async () => {
    const watch = await openWatch(server, `${configMaps}?watch=1&resourceVersion=1`)
    await make('a')
    await watch.until(1)
    expect(['ADDED', 'ERROR']).toContain(watch.events[0].type)
    watch.leave()
  })

  it('serves the older path and a single object', async () => {
    await make('a')
    await make('b')
    const all = await openWatch(server, '/api/v1/watch/namespaces/default/configmaps')
    await all.until(2)
    const one = await openWatch(server, '/api/v1/watch/namespaces/default/configmaps/b')
    await one.until(1)
    expect(one.events.map(({ object }) => object.metadata.name)).toEqual(['b'])
    all.leave()
    one.leave()
  })
})

describe('media types', () => {
  it('answers a Table, and its watch names the columns once', async () => {
    await make('a')
    const headers = {
      accept:
        'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
    }
    const { json } = await call(server, 'GET', configMaps, { headers })
    expect(json).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' })
    expect(json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Data', 'Age'])
    expect(json.rows[0].object.kind).toBe('PartialObjectMetadata')
    const watch = await openWatch(server, `${configMaps}?watch=1`, { headers })
    await watch.until(1)
    await make('b')
    await watch.until(2)
    expect(watch.events.map(({ object }) => object.columnDefinitions?.length)).toEqual([3, undefined])
    watch.leave()
  })

  it('answers metadata alone, YAML, and 406 for what it has not', async () => {
    await make('a')
    const meta = await call(server, 'GET', configMaps, {
      headers: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' },
    })
    expect(meta.json).toMatchObject({ kind: 'PartialObjectMetadataList', items: [{ metadata: { name: 'a' } }] })
    const yaml = await call(server, 'GET', `${configMaps}/a`, { headers: { accept: 'application/yaml' } })
    expect(yaml.text).toMatch(/^apiVersion: v1\nkind: ConfigMap\n/)
    const none = await call(server, 'GET', configMaps, { headers: { accept: 'text/html' } })
    expect([none.status, none.json.reason]).toEqual([406, 'NotAcceptable'])
  })

  it('indents for people', async () => {
    await make('a')
    expect((await call(server, 'GET', `${configMaps}/a?pretty=true`)).text).toMatch(/^\{\n {2}"kind"/)
    expect((await call(server, 'GET', `${configMaps}/a`, { headers: { 'user-agent': 'curl/8' } })).text).toMatch(
      /^\{\n/,
    )
  })
})

describe('a watch across namespaces whose field selector names an object', () => {
  it('delivers the objects of that name in every namespace', async () => {
    await make('a')
    await make('a', {}, 'kube-system')
    await make('b')
    const watch = await openWatch(server, '/api/v1/configmaps?watch=true&fieldSelector=metadata.name%3Da')
    await watch.until(2)
    await make('a', {}, 'kube-public')
    await watch.until(3)
    watch.leave()
    expect(
      watch.events.map(({ type, object }) => `${type} ${object.metadata.namespace}/${object.metadata.name}`),
    ).toEqual(['ADDED default/a', 'ADDED kube-system/a', 'ADDED kube-public/a'])
  })
})
