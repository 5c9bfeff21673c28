import { defineAdmissionPlugin, evaluate, type PluginDefinition } from '@pinnace/admission/define'
import type { AdmissionPlugin } from '@pinnace/admission'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type AuditEvent, type Server, type ServerOptions } from '../../src/index.ts'
import { define, version, widget, widgetPath, widgets, type Loose } from '../custom-resources/support.ts'
import { call } from '../support/call.ts'

const anything = version('v1', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true })
const rules = [
  { operations: ['CREATE', 'UPDATE'], apiGroups: ['example.dev'], apiVersions: ['*'], resources: ['*'] },
] as const satisfies PluginDefinition['rules']
const maps = '/api/v1/namespaces/default/configmaps'
let server: Server
afterEach(() => server.close())

async function serve(plugin: AdmissionPlugin, options: ServerOptions = {}): Promise<void> {
  server = await createServer({ preset: 'testing', vocabulary: 'kubernetes', admission: [plugin], ...options })
}

/** A plugin about config maps that are created and deleted. */
function aboutMaps(validate: NonNullable<AdmissionPlugin['validate']>): AdmissionPlugin {
  return { name: 'Hostile', handles: () => true, resources: [{ group: '', resource: 'configmaps' }], validate }
}

describe('a plugin that changes what JSON.stringify cannot write', () => {
  const plugin = defineAdmissionPlugin<Loose>({
    name: 'Huge',
    rules,
    mutate({ draft }) {
      draft.spec.added = { huge: 9_007_199_254_740_993n }
    },
  })

  it('is written down as it is, at every level of the audit', async () => {
    const events: AuditEvent[] = []
    await serve(plugin, {
      audit: { policy: { rules: [{ level: 'Request' }] }, sinks: [{ write: (more) => void events.push(...more) }] },
    })
    await define(server, widgets([anything]))
    const { status, text } = await call(server, 'POST', widgetPath(), { body: widget('a', { there: 1 }) })
    expect(status).toBe(201)
    expect(text).toContain('"spec":{"there":1,"added":{"huge":9007199254740993}}')
    const annotations = events.flatMap((event) => Object.values(event.annotations ?? {}))
    expect(annotations).toContainEqual(expect.stringContaining('"huge":9007199254740993'))
  })

  it('reports a function', async () => {
    await serve(plugin)
    const { allowed, patch } = await evaluate(plugin, { object: widget('a') })
    expect([allowed, patch]).toEqual([
      true,
      [{ op: 'replace', path: '/spec', value: { added: { huge: 9_007_199_254_740_993n } } }],
    ])
  })
})

describe('a plugin that answers with the promise of another library', () => {
  const refusal = (): Promise<void> => {
    const inner = Promise.reject(new TypeError('not this one'))
    inner.catch(() => {})
    // oxlint-disable-next-line unicorn/no-thenable
    return { then: inner.then.bind(inner) } as unknown as Promise<void>
  }

  it('is waited for in the chain', async () => {
    await serve(aboutMaps(refusal))
    expect((await call(server, 'POST', maps, { body: { metadata: { name: 'a' } } })).status).toBe(500)
    expect((await call(server, 'GET', `${maps}/a`)).status).toBe(404)
  })

  it.each(['mutate', 'validate'] as const)('is waited for where it is %s of a definition', async (handler) => {
    const plugin = defineAdmissionPlugin({ name: 'Foreign', rules, [handler]: refusal })
    await serve(plugin)
    await define(server, widgets([anything]))
    expect((await call(server, 'POST', widgetPath(), { body: widget('a') })).status).toBe(500)
    expect((await evaluate(plugin, { object: widget('a') })).allowed).toBe(false)
  })
})

describe('a plugin that holds something', () => {
  it('is released with the last server that uses it, once', async () => {
    let disposed = 0
    await serve({
      name: 'Holding',
      handles: () => true,
      validate: () => {
        if (disposed > 0) throw new TypeError('used after it was disposed of')
      },
      [Symbol.dispose]: () => void disposed++,
    })
    const made = async (on: Server, name: string): Promise<number> =>
      (await call(on, 'POST', maps, { body: { metadata: { name } } })).status
    const fork = server.fork()
    await fork.close()
    expect(await made(server, 'a')).toBe(201)
    const snapshot = server.fork()
    server.restore(snapshot)
    expect([await made(server, 'b'), await made(snapshot, 'c')]).toEqual([201, 201])
    await server.close()
    expect([await made(snapshot, 'd'), disposed]).toEqual([201, 0])
    await snapshot.close()
    await snapshot.close()
    expect(disposed).toBe(1)
  })
})

describe('a plugin that answers when the time of a request is over', () => {
  const late: (() => void)[] = []
  const asked: string[] = []
  const slow = aboutMaps(({ name: own, operation, oldObject }) => {
    // Objects of a collection that is deleted have no name but that of the object.
    const name = own || (oldObject?.metadata.name ?? '')
    asked.push(`${operation} ${name}`)
    return name.startsWith('slow') ? new Promise((resolve) => late.push(resolve)) : undefined
  })
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn++) await new Promise<void>((resolve) => void setImmediate(resolve))
  }

  it('does not store a write after the client has received a timeout', async () => {
    const clock = createFakeClock()
    await serve(slow, { clock })
    const answer = call(server, 'POST', `${maps}?timeout=2s`, { body: { metadata: { name: 'slow' } } })
    await expect.poll(() => late.length).toBe(1)
    await clock.advance(2000)
    expect((await answer).status).toBe(504)
    late.shift()!()
    await settled()
    expect((await call(server, 'GET', `${maps}/slow`)).status).toBe(404)
  })

  it('lets nothing more be deleted', async () => {
    const clock = createFakeClock()
    await serve(
      aboutMaps((attributes) => (attributes.operation === 'DELETE' ? slow.validate!(attributes) : undefined)),
      { clock },
    )
    for (const name of ['slow-1', 'slow-2']) await call(server, 'POST', maps, { body: { metadata: { name } } })
    asked.length = 0
    const answer = call(server, 'DELETE', `${maps}?timeout=2s&fieldSelector=metadata.name!=kube-root-ca.crt`)
    await expect.poll(() => late.length).toBeGreaterThan(0)
    await clock.advance(2000)
    expect((await answer).status).toBe(504)
    for (let resolve = late.shift(); resolve !== undefined; resolve = late.shift()) {
      resolve()
      await settled()
    }
    for (const name of ['slow-1', 'slow-2']) expect((await call(server, 'GET', `${maps}/${name}`)).status).toBe(200)
  })
})
