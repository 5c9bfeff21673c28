import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import {
  conditionsOf,
  define,
  definitionPath,
  openServer,
  redefine,
  specSchema,
  until,
  version,
  widget,
  widgetPath,
  widgets,
} from './support.ts'

let server: Server
beforeEach(async () => {
  server = await openServer()
})
afterEach(() => server.close())

describe('a definition that has been made', () => {
  it('has no accepted names in the answer, also to a dry run and an apply', async () => {
    const path = definitionPath('').slice(0, -1)
    const fresh = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] }
    for (const query of ['?dryRun=All', '']) {
      const { status, json } = await call(server, 'POST', path + query, { body: widgets() })
      expect([status, json.status]).toEqual([201, fresh])
    }
    await call(server, 'DELETE', definitionPath())
    await until(server, definitionPath(), ({ status }) => status === 404)
    const applied = await call(server, 'PATCH', `${definitionPath()}?fieldManager=a`, {
      body: widgets(),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    })
    expect([applied.status, applied.json.status]).toEqual([201, fresh])
  })

  it('has the storage version in a status that names no stored one', async () => {
    const { status: _, ...made } = await define(server, widgets())
    const { json } = await call(server, 'PUT', `${definitionPath()}/status?dryRun=All`, { body: made })
    expect(json.status.storedVersions).toEqual(['v1'])
  })

  it('is established with its names accepted', async () => {
    const made = await define(server, widgets())
    expect(conditionsOf(made)).toEqual({
      NamesAccepted: 'True NoConflicts',
      Established: 'True InitialNamesAccepted',
    })
    expect(made.status.acceptedNames).toEqual({
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
      shortNames: ['wd'],
    })
    expect(made.status.storedVersions).toEqual(['v1'])
  })

  it('is not established while the authorities of its conversion webhook are none', async () => {
    const clientConfig = { url: 'https://127.0.0.1:1/x', caBundle: 'Zm9v' }
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } }
    const made = await define(server, widgets([version('v1'), version('v2')], { conversion }))
    expect(conditionsOf(made)).toEqual({ NamesAccepted: 'True NoConflicts', Established: 'False InvalidCABundle' })
    expect(made.status.conditions[1].message).toBe('The conversion webhook CABundle is invalid')
    expect((await call(server, 'GET', '/apis/example.dev/v1')).status).toBe(404)
    const answer = await redefine(server, ({ spec }) => (spec.conversion = { strategy: 'None' }))
    expect(conditionsOf(answer.json)['Established']).toBe('False InvalidCABundle')
    const { json } = await call(server, 'GET', definitionPath())
    expect(conditionsOf(json)['Established']).toBe('True InitialNamesAccepted')
    expect((await call(server, 'GET', widgetPath('', 'v2'))).status).toBe(200)
  })

  it.each<[string, object[], string]>([
    ['the newest version', [{}, {}, {}], '; use example.dev/v1 Widget'],
    ['the newest that is served', [{}, { served: false }, {}], '; use example.dev/v1beta3 Widget'],
    ['the newest that is not deprecated', [{}, { deprecated: true }, {}], '; use example.dev/v1beta3 Widget'],
    ['no older version', [{}, { deprecated: true }, { deprecated: true }], ''],
  ])('warns requests of a deprecated version and names %s', async (_name, more, end) => {
    const names = ['v1alpha1', 'v1', 'v1beta3']
    const versions = names.map((name, index) => version(name, specSchema(), more[index]))
    await define(server, widgets([{ ...version('v1beta1'), deprecated: true }, ...versions]))
    const { headers } = await call(server, 'GET', widgetPath('', 'v1beta1'))
    expect(headers['warning']).toEqual([`299 - "example.dev/v1beta1 Widget is deprecated${end}"`])
  })

  it('is served by the time it is answered: create, get, list, discovery, documents', async () => {
    await define(server, widgets())
    expect((await call(server, 'POST', widgetPath(), { body: widget('a') })).status).toBe(201)
    expect((await call(server, 'GET', widgetPath('a'))).status).toBe(200)
    expect((await call(server, 'GET', '/apis/example.dev/v1/widgets')).json.items).toHaveLength(1)
    expect((await call(server, 'GET', '/apis/example.dev/v1')).json.resources).toMatchObject([
      { name: 'widgets', kind: 'Widget', singularName: 'widget', shortNames: ['wd'], namespaced: true },
    ])
    const groups = (await call(server, 'GET', '/apis')).json.groups.map(({ name }: { name: string }) => name)
    expect(groups.at(-1)).toBe('example.dev')
    const document = (await call(server, 'GET', '/openapi/v3/apis/example.dev/v1')).json
    expect(Object.keys(document.components.schemas)).toContain('dev.example.v1.Widget')
    expect((await call(server, 'GET', '/openapi/v2')).json.definitions['dev.example.v1.Widget']).toBeDefined()
  })

  it('is watched in the same second, without a gap', async () => {
    await define(server, widgets())
    const watch = await openWatch(server, `${widgetPath()}?watch=true`)
    await call(server, 'POST', widgetPath(), { body: widget('a') })
    await watch.until(1)
    expect(watch.events).toMatchObject([{ type: 'ADDED', object: { metadata: { name: 'a' } } }])
    watch.leave()
  })

  it('appears in aggregated discovery', async () => {
    await define(server, widgets([version('v1', specSchema(), { subresources: { status: {} } })]))
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const { json } = await call(server, 'GET', '/apis', { headers: { accept } })
    const group = json.items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === 'example.dev')
    expect(group.versions[0].resources[0]).toMatchObject({
      resource: 'widgets',
      scope: 'Namespaced',
      subresources: [{ subresource: 'status' }],
    })
  })

  it('is not served in a version that is not', async () => {
    await define(server, widgets([version('v1'), version('v2', specSchema(), { served: false })]))
    expect((await call(server, 'GET', widgetPath('', 'v2'))).status).toBe(404)
    expect((await call(server, 'GET', '/apis/example.dev/v2')).status).toBe(404)
  })

  it('warns of a version that is deprecated, in its own words or in the usual ones', async () => {
    const versions = [
      version('v1'),
      version('v1beta1', specSchema(), { deprecated: true }),
      version('v1alpha1', specSchema(), { deprecated: true, deprecationWarning: 'use v1' }),
    ]
    await define(server, widgets(versions))
    const warnings = async (of: string) => (await call(server, 'GET', widgetPath('', of))).headers['warning']
    expect(await warnings('v1')).toBeUndefined()
    expect(await warnings('v1beta1')).toEqual([
      '299 - "example.dev/v1beta1 Widget is deprecated; use example.dev/v1 Widget"',
    ])
    expect(await warnings('v1alpha1')).toEqual(['299 - "use v1"'])
  })
})

describe('names', () => {
  const gadgets = (names: object) => ({
    ...widgets(),
    metadata: { name: 'gadgets.example.dev' },
    spec: { ...widgets().spec, names: { plural: 'gadgets', kind: 'Gadget', ...names } },
  })

  it.each([
    [{ kind: 'Widget', listKind: 'Others' }, 'False KindConflict', '"Widget" is already in use'],
    [{ shortNames: ['wd'] }, 'False ShortNamesConflict', '"wd" is already in use'],
    [
      { shortNames: ['gd', 'wd', 'widget'] },
      'False ShortNamesConflict',
      '["wd" is already in use, "widget" is already in use]',
    ],
    [{ singular: 'widget' }, 'False SingularConflict', '"widget" is already in use'],
    [{ listKind: 'WidgetList' }, 'False ListKindConflict', '"WidgetList" is already in use'],
    [{ listKind: 'Widget' }, 'False ListKindConflict', '"Widget" is already in use'],
  ])('%j of another definition of the group are refused in a condition', async (names, condition, message) => {
    await define(server, widgets())
    const made = await define(server, gadgets(names))
    expect(conditionsOf(made)).toEqual({ NamesAccepted: condition, Established: 'False NotAccepted' })
    expect(made.status.conditions[0].message).toBe(message)
    expect((await call(server, 'GET', '/apis/example.dev/v1/gadgets')).status).toBe(404)
  })

  it('are accepted in another group', async () => {
    await define(server, widgets())
    const made = await define(server, {
      ...widgets(),
      metadata: { name: 'widgets.example.org' },
      spec: { ...widgets().spec, group: 'example.org' },
    })
    expect(conditionsOf(made)['Established']).toBe('True InitialNamesAccepted')
  })

  it('are accepted for a waiting CRD as soon as they are free', async () => {
    await define(server, widgets())
    await define(server, gadgets({ shortNames: ['wd'] }))
    await redefine(server, ({ spec }) => (spec.names.shortNames = ['wg']))
    const path = definitionPath('gadgets.example.dev')
    const { json } = await until(server, path, (answer) => conditionsOf(answer.json)['Established']!.startsWith('True'))
    expect(json.status.acceptedNames.shortNames).toEqual(['wd'])
    expect((await call(server, 'GET', '/apis/example.dev/v1/gadgets')).status).toBe(200)
  })

  it('are free again when their definition is gone', async () => {
    await define(server, widgets())
    await define(server, gadgets({ kind: 'Widget' }))
    await call(server, 'DELETE', definitionPath())
    const path = definitionPath('gadgets.example.dev')
    await until(server, path, (answer) => conditionsOf(answer.json)['Established']!.startsWith('True'))
  })

  it('that a definition waits for are waited for in a fork, too', async () => {
    await define(server, widgets())
    await define(server, gadgets({ kind: 'Widget' }))
    const fork = server.fork()
    await call(fork, 'DELETE', definitionPath())
    const path = definitionPath('gadgets.example.dev')
    await until(fork, path, (answer) => conditionsOf(answer.json)['Established']!.startsWith('True'))
    const kept = await call(server, 'GET', path)
    expect(conditionsOf(kept.json)['Established']).toBe('False NotAccepted')
    await fork.close()
  })

  it('that are refused later leave what is served as it is', async () => {
    await define(server, widgets())
    await define(server, gadgets({}))
    await redefine(server, ({ spec }) => (spec.names.shortNames = ['wd']), 'gadgets.example.dev')
    const { json } = await call(server, 'GET', definitionPath('gadgets.example.dev'))
    expect(conditionsOf(json)).toEqual({
      NamesAccepted: 'False ShortNamesConflict',
      Established: 'True InitialNamesAccepted',
    })
    expect(json.status.acceptedNames.shortNames).toBeUndefined()
    expect((await call(server, 'GET', '/apis/example.dev/v1/gadgets')).status).toBe(200)
  })

  it('follow a change of short names and categories', async () => {
    await define(server, widgets())
    await redefine(
      server,
      ({ spec }) => (spec.names = { ...spec.names, shortNames: ['w1', 'w2'], categories: ['all'] }),
    )
    const { resources } = (await call(server, 'GET', '/apis/example.dev/v1')).json
    expect(resources).toMatchObject([{ shortNames: ['w1', 'w2'], categories: ['all'] }])
  })
})

describe('a definition that changes', () => {
  it('ends the watches of its kind, which go on from where they were', async () => {
    await define(server, widgets([version('v1', specSchema({ size: { type: 'integer' } }))]))
    const first = await call(server, 'POST', widgetPath(), { body: widget('a', { size: 1 }) })
    const { resourceVersion } = first.json.metadata
    const watch = await openWatch(server, `${widgetPath()}?watch=true&resourceVersion=${resourceVersion}`)
    await redefine(server, ({ spec }) => {
      spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.color = { type: 'string', default: 'red' }
    })
    await watch.ended
    expect(watch.events).toEqual([])
    await call(server, 'POST', widgetPath(), { body: widget('b') })
    const again = await openWatch(server, `${widgetPath()}?watch=true&resourceVersion=${resourceVersion}`)
    await again.until(1)
    expect(again.events).toMatchObject([{ type: 'ADDED', object: { metadata: { name: 'b' }, spec: { color: 'red' } } }])
    again.leave()
  })

  it('fills new defaults into what is stored already, wherever it is read', async () => {
    await define(server, widgets([version('v1', specSchema({ size: { type: 'integer' } }))]))
    await call(server, 'POST', widgetPath(), { body: widget('a', { size: 1 }) })
    await redefine(server, ({ spec }) => {
      spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.color = { type: 'string', default: 'red' }
    })
    const wanted = { size: 1, color: 'red' }
    expect((await call(server, 'GET', widgetPath('a'))).json.spec).toEqual(wanted)
    expect((await call(server, 'GET', widgetPath())).json.items[0].spec).toEqual(wanted)
    const watch = await openWatch(server, `${widgetPath()}?watch=true`)
    await watch.until(1)
    expect(watch.events[0].object.spec).toEqual(wanted)
    watch.leave()
    const patch = { headers: { 'content-type': 'application/merge-patch+json' }, body: { spec: { size: 2 } } }
    expect((await call(server, 'PATCH', widgetPath('a'), patch)).json.spec).toEqual({ size: 2, color: 'red' })
  })

  it('prunes from what is stored the fields it does not know any more', async () => {
    await define(server, widgets([version('v1', specSchema({ size: { type: 'integer' }, old: { type: 'string' } }))]))
    await call(server, 'POST', widgetPath(), { body: widget('a', { size: 1, old: 'x' }) })
    await redefine(server, ({ spec }) => {
      delete spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.old
    })
    expect((await call(server, 'GET', widgetPath('a'))).json.spec).toEqual({ size: 1 })
  })

  it('rewrites an object of before when it is updated, however little', async () => {
    await define(server, widgets([version('v1', specSchema({ size: { type: 'integer' } }))]))
    await call(server, 'POST', widgetPath(), { body: widget('a', { size: 1 }) })
    await redefine(server, ({ spec }) => {
      spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.color = { type: 'string', default: 'red' }
    })
    const shown = (await call(server, 'GET', widgetPath('a'))).json
    const written = (await call(server, 'PUT', widgetPath('a'), { body: shown })).json
    expect(written.metadata.resourceVersion).not.toBe(shown.metadata.resourceVersion)
    const again = (await call(server, 'PUT', widgetPath('a'), { body: written })).json
    expect(again.metadata.resourceVersion).toBe(written.metadata.resourceVersion)
  })

  it('judges writes by what it says now', async () => {
    await define(server, widgets([version('v1', specSchema({ size: { type: 'integer' } }))]))
    await redefine(server, ({ spec }) => {
      spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum = 3
    })
    const answer = await call(server, 'POST', widgetPath(), { body: widget('a', { size: 4 }) })
    expect(answer.json.message).toBe(
      'Widget.example.dev "a" is invalid: spec.size: Invalid value: 4: spec.size in body should be less than or equal to 3',
    )
  })

  it('takes a version away from those who ask for it, and gives it back', async () => {
    await define(server, widgets([version('v1'), version('v2', specSchema({ a: { type: 'string' } }))]))
    await call(server, 'POST', widgetPath(), { body: widget('a') })
    const watch = await openWatch(server, `${widgetPath('', 'v2')}?watch=true`)
    await redefine(server, ({ spec }) => (spec.versions[1].served = false))
    await watch.ended
    expect((await call(server, 'GET', widgetPath('a', 'v2'))).status).toBe(404)
    await redefine(server, ({ spec }) => (spec.versions[1].served = true))
    expect((await call(server, 'GET', widgetPath('a', 'v2'))).json.apiVersion).toBe('example.dev/v2')
  })

  it('shows its documents anew, and with another hash', async () => {
    await define(server, widgets())
    const before = (await call(server, 'GET', '/openapi/v3')).json.paths['apis/example.dev/v1'].serverRelativeURL
    await redefine(server, ({ spec }) => {
      spec.versions[0].schema.openAPIV3Schema.properties.spec.properties = { color: { type: 'string' } }
    })
    const after = (await call(server, 'GET', '/openapi/v3')).json.paths['apis/example.dev/v1'].serverRelativeURL
    expect(after).not.toBe(before)
  })

  it('can be selected on by other fields', async () => {
    const schema = specSchema({ color: { type: 'string' }, size: { type: 'integer' } })
    await define(server, widgets([version('v1', schema, { selectableFields: [{ jsonPath: '.spec.color' }] })]))
    await call(server, 'POST', widgetPath(), { body: widget('a', { color: 'red', size: 1 }) })
    await call(server, 'POST', widgetPath(), { body: widget('b', { color: 'blue', size: 2 }) })
    const found = async (selector: string) => {
      const answer = await call(server, 'GET', `${widgetPath()}?fieldSelector=${selector}`)
      return answer.json.items?.map((item: { metadata: { name: string } }) => item.metadata.name) ?? answer.json.message
    }
    expect(await found('spec.color%3Dred')).toEqual(['a'])
    expect(await found('spec.size%3D2')).toBe('field label not supported: spec.size')
    await redefine(server, ({ spec }) => (spec.versions[0].selectableFields = [{ jsonPath: '.spec.size' }]))
    expect(await found('spec.size%3D2')).toEqual(['b'])
  })
})

describe('a definition that is deleted', () => {
  it('is marked first, and kept by its finalizer while it has objects', async () => {
    await define(server, widgets())
    await call(server, 'POST', widgetPath(), {
      body: { ...widget('a'), metadata: { name: 'a', finalizers: ['example.dev/hold'] } },
    })
    const { json } = await call(server, 'DELETE', definitionPath())
    expect(json.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io'])
    expect(conditionsOf(json)['Terminating']).toBe('True InstanceDeletionPending')
    const waiting = await until(
      server,
      definitionPath(),
      (answer) => conditionsOf(answer.json)['Terminating'] === 'True InstanceDeletionInProgress',
    )
    expect(waiting.json.status.conditions.at(-1).message).toBe('CustomResource deletion is in progress')
    await until(server, widgetPath('a'), (answer) => answer.json.metadata.deletionTimestamp !== undefined)
    const refused = await call(server, 'POST', widgetPath(), { body: widget('b') })
    expect([refused.status, refused.json.message]).toEqual([
      405,
      'create not allowed while custom resource definition is terminating',
    ])
    const applied = await call(server, 'PATCH', `${widgetPath('c')}?fieldManager=x`, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: widget('c'),
    })
    expect(applied.status).toBe(405)
    const patch = {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { finalizers: null } },
    }
    expect((await call(server, 'PATCH', widgetPath('a'), patch)).status).toBe(200)
    await until(server, definitionPath(), (answer) => answer.status === 404)
    expect((await call(server, 'GET', widgetPath())).status).toBe(404)
  })

  it('deletes its objects, sends DELETED events to watchers, and ends the watches', async () => {
    await define(server, widgets())
    for (const name of ['a', 'b', 'c']) await call(server, 'POST', widgetPath(), { body: widget(name) })
    const watch = await openWatch(server, '/apis/example.dev/v1/widgets?watch=true')
    await watch.until(3)
    await call(server, 'DELETE', definitionPath())
    await watch.ended
    const gone = watch.events.filter(({ type }) => type === 'DELETED').map(({ object }) => object.metadata.name)
    expect(gone.toSorted()).toEqual(['a', 'b', 'c'])
    await until(server, definitionPath(), (answer) => answer.status === 404)
    expect((await call(server, 'GET', '/apis/example.dev/v1')).status).toBe(404)
    expect((await call(server, 'GET', '/apis')).text).not.toContain('example.dev')
    expect((await call(server, 'GET', '/openapi/v3')).text).not.toContain('example.dev')
  })

  it('that was never established goes at once', async () => {
    await define(server, widgets())
    await define(server, {
      ...widgets(),
      metadata: { name: 'gadgets.example.dev' },
      spec: { ...widgets().spec, names: { plural: 'gadgets', kind: 'Widget' } },
    })
    await call(server, 'DELETE', definitionPath('gadgets.example.dev'))
    await until(server, definitionPath('gadgets.example.dev'), (answer) => answer.status === 404)
    expect((await call(server, 'GET', widgetPath())).status).toBe(200)
  })

  it('can be made again, and begins with nothing', async () => {
    await define(server, widgets())
    await call(server, 'POST', widgetPath(), { body: widget('a') })
    await call(server, 'DELETE', definitionPath())
    await until(server, definitionPath(), (answer) => answer.status === 404)
    await define(server, widgets())
    expect((await call(server, 'GET', widgetPath())).json.items).toEqual([])
    expect((await call(server, 'POST', widgetPath(), { body: widget('a') })).status).toBe(201)
  })
})

describe('a server', () => {
  it('begins with the definitions its store holds', async () => {
    const { createMemoryStore } = await import('@pinnace/store/memory')
    const store = createMemoryStore()
    const first = await openServer({ store })
    await define(first, widgets())
    await call(first, 'POST', widgetPath(), { body: widget('a') })
    await first.close()
    const second = await openServer({ store })
    expect((await call(second, 'GET', widgetPath('a'))).status).toBe(200)
    await second.close()
  })

  it('goes on deleting what another was deleting', async () => {
    await define(server, widgets())
    await call(server, 'POST', widgetPath(), {
      body: { ...widget('a'), metadata: { name: 'a', finalizers: ['example.dev/hold'] } },
    })
    await call(server, 'DELETE', definitionPath())
    await until(server, widgetPath('a'), (answer) => answer.json.metadata.deletionTimestamp !== undefined)
    const fork = server.fork()
    const patch = {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { finalizers: null } },
    }
    expect((await call(fork, 'PATCH', widgetPath('a'), patch)).status).toBe(200)
    await until(fork, definitionPath(), (answer) => answer.status === 404)
    expect((await call(server, 'GET', widgetPath('a'))).status).toBe(200)
    await fork.close()
  })

  it('forks with its definitions, and both go their own ways', async () => {
    await define(server, widgets())
    await call(server, 'POST', widgetPath(), { body: widget('a') })
    const fork = server.fork()
    expect((await call(fork, 'GET', widgetPath('a'))).status).toBe(200)
    await call(fork, 'DELETE', definitionPath())
    await until(fork, definitionPath(), (answer) => answer.status === 404)
    expect((await call(fork, 'GET', widgetPath('a'))).status).toBe(404)
    expect((await call(server, 'GET', widgetPath('a'))).status).toBe(200)
    const parts = widgets()
    await define(server, {
      ...parts,
      metadata: { name: 'gears.example.dev' },
      spec: { ...parts.spec, names: { plural: 'gears', kind: 'Gear' } },
    })
    expect((await call(fork, 'GET', '/apis/example.dev/v1/gears')).status).toBe(404)
    await fork.close()
  })

  it('that is restored serves the definitions of then', async () => {
    const empty = server.fork()
    await define(server, widgets())
    server.restore(empty)
    expect((await call(server, 'GET', widgetPath())).status).toBe(404)
    expect(server.registry.byGvk({ group: 'example.dev', version: 'v1', kind: 'Widget' })).toBeUndefined()
    await define(server, widgets())
    expect((await call(server, 'GET', widgetPath())).status).toBe(200)
    await empty.close()
  })

  it('refuses a definition the names of a kind it serves itself', async () => {
    const { defineResource, z } = await import('@pinnace/resources/define')
    const gadget = defineResource({
      group: 'example.dev',
      version: 'v1',
      kind: 'Widget',
      scope: 'Namespaced',
      schema: z.object({ spec: z.object({}) }),
    })
    const own = await openServer({ resources: [gadget as never] })
    const made = await define(own, widgets())
    expect(conditionsOf(made)).toEqual({ NamesAccepted: 'False ListKindConflict', Established: 'False NotAccepted' })
    await own.close()
  })
})
