import { systemClock } from '@pinnace/meta'
import { createMemoryStore } from '@pinnace/store/memory'
import { expect, it } from 'vitest'
import { startResourceReflector } from '../../src/authorization/resource-reflector.ts'

const turn = (): Promise<void> => new Promise((resolve) => systemClock.soon(resolve))

async function start(): Promise<{
  readonly seen: readonly string[]
  readonly reflector: { readonly isCurrent: boolean } & Disposable
  put(name: string, bytes: number): Promise<unknown>
}> {
  const store = createMemoryStore()
  const seen: string[] = []
  const index = {
    set: (_: string, { metadata }: { metadata: { name?: string } }) => seen.push(metadata.name ?? ''),
    remove() {},
  }
  const reflector = await startResourceReflector(store, [{ group: 'g', resource: 'roles' }], index as never)
  const before = (name: string): string => `{"metadata":{"name":"${name}","resourceVersion":"`
  return {
    seen,
    reflector,
    put: async (name, bytes) =>
      store.put(`/registry/roles/${name}`, { before: before(name), after: `"},"a":"${'x'.repeat(bytes)}"}` }),
  }
}

it('indexes a large object in a later turn, and what follows it after it', async () => {
  const { seen, reflector, put } = await start()
  await put('small', 10)
  await put('large', 200_000)
  await put('after', 10)
  expect(seen).toEqual(['small'])
  for (let count = 0; count < 5; count++) await turn()
  expect(seen).toEqual(['small', 'large', 'after'])
  await put('last', 10)
  expect(seen.at(-1)).toBe('last')
  reflector[Symbol.dispose]()
})

it('indexes a large object at once when the index is needed', async () => {
  const { seen, reflector, put } = await start()
  await put('large', 200_000)
  await put('after', 10)
  expect([reflector.isCurrent, seen]).toEqual([true, ['large', 'after']])
  reflector[Symbol.dispose]()
})

it('is no longer current when a large object cannot be parsed', async () => {
  const { reflector, put } = await start()
  await put('broken"', 200_000)
  await put('after', 10)
  for (let count = 0; count < 5; count++) await turn()
  expect(reflector.isCurrent).toBe(false)
  reflector[Symbol.dispose]()
})
