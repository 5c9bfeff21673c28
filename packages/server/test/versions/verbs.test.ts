import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import { later, oldWidget, widget, type Shown } from './widgets.ts'

const newer = '/apis/example.dev/v1/namespaces/default/widgets'
const older = '/apis/example.dev/v1beta1/namespaces/default/widgets'
const table = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }

/** Each verb is asked of both versions, while one or the other is what is stored. */
describe.each([
  ['v1', 'at once'],
  ['v1beta1', 'at once'],
  ['v1', 'later'],
  ['v1beta1', 'later'],
])('two versions of a kind, stored as %s, converted %s', (stored, when) => {
  let server: Server

  beforeEach(async () => {
    const hub = widget(stored)
    const resources = when === 'later' ? later(hub, oldWidget(hub)) : [hub, oldWidget(hub)]
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', resources })
    const body = { metadata: { name: 'a' }, spec: { length: '5cm', colour: 'red', instances: 2 } }
    expect((await call(server, 'POST', older, { body })).status).toBe(201)
  })

  it('create answers in the version that was sent, with its defaults', async () => {
    const made = await call(server, 'POST', older, { body: { metadata: { name: 'b' }, spec: {} } })
    expect(made.json).toMatchObject({ apiVersion: 'example.dev/v1beta1', kind: 'Widget', spec: { length: '1mm' } })
    expect((await call(server, 'GET', `${newer}/b`)).json.spec).toEqual({ size: 1, unit: 'mm' })
  })

  it('create is refused by the rules of the version that was sent', async () => {
    const body = { metadata: { name: 'b' }, spec: { length: 5 } }
    const { status, json } = await call(server, 'POST', older, { body })
    expect([status, json.details.causes[0].field]).toEqual([422, 'spec.length'])
  })

  it('get answers in the version asked for', async () => {
    const one = await call(server, 'GET', `${newer}/a`)
    const other = await call(server, 'GET', `${older}/a`)
    expect(one.json).toMatchObject({
      apiVersion: 'example.dev/v1',
      spec: { size: 5, unit: 'cm', color: 'red', replicas: 2 },
    })
    expect(other.json).toMatchObject({
      apiVersion: 'example.dev/v1beta1',
      spec: { length: '5cm', colour: 'red', instances: 2 },
    })
    expect(one.json.metadata).toEqual(other.json.metadata)
  })

  it('get prints in YAML, prettily and as a table of its own columns', async () => {
    const yaml = await call(server, 'GET', `${older}/a`, { headers: { accept: 'application/yaml' } })
    expect(yaml.text).toContain('length: 5cm')
    expect((await call(server, 'GET', `${older}/a?pretty=true`)).text).toContain('    "length": "5cm"')
    const rows = await call(server, 'GET', `${older}/a`, { headers: table })
    expect(rows.json.rows[0].cells).toEqual(['a', '5cm'])
    expect((await call(server, 'GET', `${newer}/a`, { headers: table })).json.rows[0].cells).toEqual(['a', 5])
  })

  it('list answers every item in the requested version, independent of the version it was written in', async () => {
    await call(server, 'POST', newer, { body: { metadata: { name: 'b' }, spec: { size: 7, unit: 'm' } } })
    const { json } = await call(server, 'GET', older)
    expect([json.apiVersion, json.kind]).toEqual(['example.dev/v1beta1', 'WidgetList'])
    expect(json.items.map((item: Shown) => [item.apiVersion, item.spec.length])).toEqual([
      ['example.dev/v1beta1', '5cm'],
      ['example.dev/v1beta1', '7m'],
    ])
    const rows = await call(server, 'GET', older, { headers: table })
    expect(rows.json.rows.map((row: { readonly cells: unknown }) => row.cells)).toEqual([
      ['a', '5cm'],
      ['b', '7m'],
    ])
  })

  it('update replaces through either version', async () => {
    const { json } = await call(server, 'GET', `${older}/a`)
    const changed = await call(server, 'PUT', `${older}/a`, {
      body: { ...json, spec: { ...json.spec, length: '9cm' } },
    })
    expect(changed.json).toMatchObject({ apiVersion: 'example.dev/v1beta1', spec: { length: '9cm', colour: 'red' } })
    expect((await call(server, 'GET', `${newer}/a`)).json).toMatchObject({
      metadata: { generation: 2 },
      spec: { size: 9, color: 'red' },
    })
  })

  it('an update of nothing keeps the version, in either', async () => {
    const { json } = await call(server, 'GET', `${newer}/a`)
    for (const target of [newer, older]) {
      const same = await call(server, 'GET', `${target}/a`)
      const answer = await call(server, 'PUT', `${target}/a`, { body: same.json })
      expect([answer.status, answer.json.metadata.resourceVersion]).toEqual([200, json.metadata.resourceVersion])
    }
  })

  it('update is refused on a stale version, whichever it was read in', async () => {
    const { json } = await call(server, 'GET', `${newer}/a`)
    await call(server, 'PATCH', `${older}/a`, {
      body: { spec: { length: '6cm' } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect((await call(server, 'PUT', `${newer}/a`, { body: json })).status).toBe(409)
  })

  it.each([
    ['application/merge-patch+json', { spec: { length: '6cm' } }],
    ['application/json-patch+json', [{ op: 'replace', path: '/spec/length', value: '6cm' }]],
  ])('patch by %s speaks of the fields of its version', async (type, body) => {
    const patched = await call(server, 'PATCH', `${older}/a`, { body, headers: { 'content-type': type } })
    expect(patched.json).toMatchObject({ apiVersion: 'example.dev/v1beta1', spec: { length: '6cm', instances: 2 } })
    expect((await call(server, 'GET', `${newer}/a`)).json.spec).toMatchObject({ size: 6, unit: 'cm' })
  })

  it('apply through both versions keeps the owners of each at its own', async () => {
    const apply = (target: string, manager: string, body: object) =>
      call(server, 'PATCH', `${target}/c?fieldManager=${manager}`, {
        body,
        headers: { 'content-type': 'application/apply-patch+yaml' },
      })
    const one = { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'c' }, spec: { size: 3, unit: 'm' } }
    const other = {
      apiVersion: 'example.dev/v1beta1',
      kind: 'Widget',
      metadata: { name: 'c' },
      spec: { colour: 'green' },
    }
    expect((await apply(newer, 'one', one)).status).toBe(201)
    const { json } = await apply(older, 'other', other)
    expect(json.spec).toEqual({ length: '3m', colour: 'green' })
    expect(json.metadata.managedFields).toMatchObject([
      { manager: 'one', apiVersion: 'example.dev/v1', fieldsV1: { 'f:spec': { 'f:size': {}, 'f:unit': {} } } },
      { manager: 'other', apiVersion: 'example.dev/v1beta1', fieldsV1: { 'f:spec': { 'f:colour': {} } } },
    ])
    const conflict = await apply(older, 'third', { ...other, spec: { colour: 'blue' } })
    expect([conflict.status, conflict.json.details.causes[0].field]).toEqual([409, '.spec.colour'])
    // Giving up a field at one version removes it in the other.
    await apply(older, 'other', { ...other, spec: {} })
    expect((await call(server, 'GET', `${newer}/c`)).json.spec).toEqual({ size: 3, unit: 'm' })
  })

  it('status and scale are written through either', async () => {
    const status = await call(server, 'PATCH', `${older}/a/status`, {
      body: { spec: { length: '9m' }, status: { ready: true, instances: 1 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(status.json).toMatchObject({ spec: { length: '5cm' }, status: { ready: true, instances: 1 } })
    for (const target of [newer, older]) {
      const scale = await call(server, 'GET', `${target}/a/scale`)
      expect(scale.json).toMatchObject({ spec: { replicas: 2 }, status: { replicas: 1 } })
    }
    const scaled = await call(server, 'PATCH', `${older}/a/scale`, {
      body: { spec: { replicas: 4 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(scaled.json.spec).toEqual({ replicas: 4 })
    expect((await call(server, 'GET', `${newer}/a`)).json.spec.replicas).toBe(4)
  })

  it('watch shows every change in the version that is watched', async () => {
    const watches = await Promise.all([newer, older, older].map((target) => openWatch(server, `${target}?watch=true`)))
    await Promise.all(watches.map((watch) => watch.until(1)))
    await call(server, 'PATCH', `${newer}/a`, {
      body: { spec: { size: 8 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    await call(server, 'DELETE', `${older}/a`)
    await Promise.all(watches.map((watch) => watch.until(3)))
    const seen = watches.map((watch) => watch.events.map(({ type, object }) => [type, object.apiVersion, object.spec]))
    expect(seen[1]).toEqual(seen[2])
    expect(seen[0]).toEqual([
      ['ADDED', 'example.dev/v1', { size: 5, unit: 'cm', color: 'red', replicas: 2 }],
      ['MODIFIED', 'example.dev/v1', { size: 8, unit: 'cm', color: 'red', replicas: 2 }],
      ['DELETED', 'example.dev/v1', { size: 8, unit: 'cm', color: 'red', replicas: 2 }],
    ])
    expect(seen[1]).toEqual([
      ['ADDED', 'example.dev/v1beta1', { length: '5cm', colour: 'red', instances: 2 }],
      ['MODIFIED', 'example.dev/v1beta1', { length: '8cm', colour: 'red', instances: 2 }],
      ['DELETED', 'example.dev/v1beta1', { length: '8cm', colour: 'red', instances: 2 }],
    ])
    const versions = watches.map((watch) => watch.events.map(({ object }) => object.metadata.resourceVersion))
    expect(versions[0]).toEqual(versions[1])
    for (const watch of watches) watch.leave()
  })

  it('delete and deletecollection answer in the version asked for', async () => {
    await call(server, 'POST', newer, { body: { metadata: { name: 'b', finalizers: ['example.dev/x'] }, spec: {} } })
    const marked = await call(server, 'DELETE', `${older}/b`)
    expect(marked.json).toMatchObject({ apiVersion: 'example.dev/v1beta1', spec: { length: '1mm' } })
    const all = await call(server, 'DELETE', older)
    expect(all.json.items.map((item: Shown) => item.spec.length)).toEqual(['5cm', '1mm'])
    expect((await call(server, 'GET', `${newer}/a`)).status).toBe(404)
  })

  it('a dry run shows what would be, in the version asked for, and stores nothing', async () => {
    const body = { spec: { length: '6cm' } }
    const headers = { 'content-type': 'application/merge-patch+json' }
    const shown = await call(server, 'PATCH', `${older}/a?dryRun=All`, { body, headers })
    expect(shown.json).toMatchObject({ apiVersion: 'example.dev/v1beta1', spec: { length: '6cm' } })
    expect((await call(server, 'GET', `${newer}/a`)).json.spec.size).toBe(5)
  })

  it('clients in the process speak each version', async () => {
    const hub = widget(stored)
    const client = server.client(oldWidget(hub)).namespace('default')
    expect((await client.get('a')).spec).toEqual({ length: '5cm', colour: 'red', instances: 2 })
    expect((await client.list()).items.map(({ spec }) => spec.length)).toEqual(['5cm'])
    for await (const event of client.watch()) {
      expect(event.object).toMatchObject({ apiVersion: 'example.dev/v1beta1', spec: { length: '5cm' } })
      break
    }
  })

  it('discovery prefers the more stable version and says the same of both about storage', async () => {
    const { json } = await call(server, 'GET', '/apis/example.dev')
    expect(json.versions.map(({ version }: { readonly version: string }) => version)).toEqual(['v1', 'v1beta1'])
    expect(json.preferredVersion.version).toBe('v1')
    const hashes = await Promise.all(
      ['v1', 'v1beta1'].map(
        async (version) =>
          (await call(server, 'GET', `/apis/example.dev/${version}`)).json.resources[0].storageVersionHash,
      ),
    )
    expect(hashes[0]).toBe(hashes[1])
    const digest = createHash('sha256').update(`example.dev/${stored}/Widget`).digest()
    expect(hashes[0]).toBe(digest.subarray(0, 8).toString('base64'))
  })
})

describe.each(['v1', 'v1beta1'])('a list of a kind stored as %s', (stored) => {
  it('selects by the fields of the version asked for', async () => {
    const hub = widget(stored)
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', resources: [hub, oldWidget(hub)] })
    await call(server, 'POST', newer, { body: { metadata: { name: 'a' }, spec: { color: 'red' } } })
    await call(server, 'POST', newer, { body: { metadata: { name: 'b' }, spec: { color: 'blue' } } })
    const names = async (target: string): Promise<string[]> =>
      (await call(server, 'GET', target)).json.items.map((item: Shown) => item.metadata.name)
    expect(await names(`${newer}?fieldSelector=spec.color=blue`)).toEqual(['b'])
    expect(await names(`${older}?fieldSelector=spec.colour=blue`)).toEqual(['b'])
    expect(await names(`${older}?fieldSelector=spec.colour=red`)).toEqual(['a'])
    expect((await call(server, 'GET', `${older}?fieldSelector=spec.color=blue`)).status).toBe(400)
  })
})
