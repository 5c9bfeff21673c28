import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { define, definitionPath, openServer, redefine, specSchema, until, version, widgets } from './support.ts'

const aggregated = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' }

describe('documents and their tags', () => {
  let server: Server
  beforeEach(async () => void (server = await openServer()))
  afterEach(() => server.close())

  const documents: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['/apis', aggregated],
    ['/openapi/v2', {}],
    ['/openapi/v3', {}],
  ]
  const tagsOf = async (): Promise<string[]> => {
    const answers = await Promise.all(documents.map(([path, headers]) => call(server, 'GET', path, { headers })))
    // The index of version 3 has no tag of its own: it is the list of those of the documents.
    return answers.map(({ headers, text }) => String(headers['etag'] ?? text))
  }

  it('are others whenever a definition has come, changed or gone, and the same again when nothing is left of it', async () => {
    const none = await tagsOf()
    await define(server, widgets())
    const made = await tagsOf()
    await redefine(server, ({ spec }) => {
      spec.versions[0].schema.openAPIV3Schema = specSchema({ color: { type: 'string' } })
    })
    const changed = await tagsOf()
    await redefine(server, ({ spec }) => (spec.names.shortNames = ['wg']))
    const renamed = await tagsOf()
    await call(server, 'DELETE', definitionPath())
    await until(server, definitionPath(), ({ status }) => status === 404)
    expect(made.every((tag, index) => tag !== none[index])).toBe(true)
    // Discovery says nothing of schemas, and schemas nothing of short names.
    expect(changed.map((tag, index) => tag === made[index])).toEqual([true, false, false])
    expect(renamed.map((tag, index) => tag === changed[index])).toEqual([false, true, true])
    expect(await tagsOf()).toEqual(none)
  })

  it('name the fields that can be selected, and say that a kind without a schema is an object', async () => {
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    const selectable = { selectableFields: [{ jsonPath: '.spec.color' }] }
    await define(
      server,
      widgets([version('v1', specSchema({ color: { type: 'string' } }), selectable), version('v2', open)]),
    )
    const { definitions } = (await call(server, 'GET', '/openapi/v2')).json
    const { schemas } = (await call(server, 'GET', '/openapi/v3/apis/example.dev/v1')).json.components
    for (const types of [definitions, schemas]) {
      for (const name of ['dev.example.v1.Widget', 'dev.example.v1.WidgetList']) {
        expect(types[name]['x-kubernetes-selectable-fields']).toEqual([{ fieldPath: 'spec.color' }])
      }
    }
    expect(definitions['dev.example.v2.Widget']).toEqual({
      type: 'object',
      'x-kubernetes-group-version-kind': [{ group: 'example.dev', kind: 'Widget', version: 'v2' }],
    })
  })

  it('are not sent again to clients with the current ones, and are sent once they change', async () => {
    await define(server, widgets())
    const tags = await tagsOf()
    const ask = (tag: string, [path, headers]: (typeof documents)[number]) =>
      call(server, 'GET', path, { headers: { ...headers, 'if-none-match': tag } })
    for (const [index, document] of documents.slice(0, 2).entries()) {
      const { status, text } = await ask(tags[index]!, document)
      expect([document[0], status, text]).toEqual([document[0], 304, ''])
    }
    await redefine(server, ({ spec }) => spec.versions.push(version('v2', specSchema({ size: { type: 'integer' } }))))
    for (const [index, document] of documents.slice(0, 2).entries()) {
      const { status, headers } = await ask(tags[index]!, document)
      expect([document[0], status, headers['etag'] === tags[index]]).toEqual([document[0], 200, false])
    }
  })

  it('do not change for what a definition does not say, and not for other groups', async () => {
    await define(server, widgets())
    const before = await tagsOf()
    const address = async (group: string): Promise<string> =>
      (await call(server, 'GET', '/openapi/v3')).json.paths[group].serverRelativeURL
    const [own, apps] = [await address('apis/example.dev/v1'), await address('apis/apps/v1')]
    await redefine(server, ({ metadata }) => (metadata.labels = { a: 'b' }))
    expect(await tagsOf()).toEqual(before)
    await redefine(server, ({ spec }) => {
      spec.versions[0].schema.openAPIV3Schema = specSchema({ size: { type: 'integer' } })
    })
    expect(await address('apis/apps/v1')).toBe(apps)
    expect(await address('apis/example.dev/v1')).not.toBe(own)
    const old = await call(server, 'GET', own)
    expect([old.status, old.headers['location']]).toEqual([301, await address('apis/example.dev/v1')])
  })

  it('of a fork are its own', async () => {
    await define(server, widgets())
    const before = await tagsOf()
    const fork = server.fork()
    await redefine(fork, ({ spec }) => spec.versions.push(version('v2')))
    const seen = (of: Server) => call(of, 'GET', '/apis/example.dev').then(({ json }) => json.versions.length)
    expect([await seen(server), await seen(fork)]).toEqual([1, 2])
    expect(await tagsOf()).toEqual(before)
    await fork.close()
  })
})
