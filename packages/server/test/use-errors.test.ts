import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import { createServer, enableInspector, type Server } from '../src/index.ts'

describe('a server that is used in the wrong way', () => {
  const coded = (message: string): object => ({
    name: 'TypeError',
    code: 'server-use',
    message: `${message} (see "server-use" in docs/errors.md)`,
  })

  it('says so with a code: restore, intercept and the inspector', async () => {
    await using server = await createServer({ preset: 'testing', builtInKinds: [] })
    const other = {} as Server
    expect(() => server.restore(other)).toThrow(expect.objectContaining(coded('snapshot must be a fork of a server')))
    await expect(enableInspector(other)).rejects.toMatchObject(coded('server must be a server'))
    const interceptor = { intercept: () => undefined }
    using _ = server.intercept(interceptor)
    expect(() => server.intercept(interceptor)).toThrow(
      expect.objectContaining(coded('the server has an interceptor already')),
    )
  })

  it('says so with a code: a fork over a store that cannot fork', async () => {
    const { fork: _, ...store } = bound(createMemoryStore())
    await using server = await createServer({ preset: 'testing', builtInKinds: [], store: store as never })
    expect(() => server.fork()).toThrow(
      expect.objectContaining(coded('the store of this server does not support forks')),
    )
  })
})

/** The methods of an object, as members of a plain one. */
function bound(object: object): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (
    let at: object | null = object;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object
  ) {
    for (const name of Object.getOwnPropertyNames(at)) {
      const value: unknown = Reflect.get(object, name)
      members[name] ??= typeof value === 'function' ? (value.bind(object) as unknown) : value
    }
  }
  return members
}
