import { runAtOnce } from '@pinnace/meta'
import { createTestServer, eventually, type TestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { frozenMembersInSteps } from '../../src/write/written-entry.ts'

const rulesOf = (count: number, resource: string): { apiGroups: string[]; resources: string[]; verbs: string[] }[] =>
  Array.from({ length: count }, (_, index) => ({
    apiGroups: ['example.dev'],
    resources: [`${resource}-${index}`],
    verbs: ['get', 'list'],
  }))

const roles = (server: TestServer) => server.client({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' })

async function storedOf(server: TestServer, name: string): Promise<unknown> {
  const url = `http://server/apis/rbac.authorization.k8s.io/v1/clusterroles/${name}`
  return (await server.fetch(new Request(url))).json()
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen)
}

describe('a large object that is written', () => {
  it('is what its watchers and the next write get, as it is stored', async () => {
    await using server = await createTestServer()
    const seen: unknown[] = []
    const stop = new AbortController()
    const watching = (async () => {
      const events = roles(server).watch({ resourceVersion: '0', signal: stop.signal })
      for await (const { type, object } of events) if (object.metadata.name === 'large') seen.push([type, object])
    })().catch(() => undefined)
    const created = await roles(server).create({ metadata: { name: 'large' }, rules: rulesOf(3_000, 'a') })
    await eventually(() => seen.length, 1)
    expect(seen[0]).toEqual(['ADDED', await storedOf(server, 'large')])
    const rules = rulesOf(3_001, 'b')
    await roles(server).update({ ...created, rules })
    await eventually(() => seen.length, 2)
    expect(seen[1]).toEqual(['MODIFIED', await storedOf(server, 'large')])
    const [, last] = seen[1] as [string, { readonly rules: unknown }]
    expect(last.rules).toEqual(rules)
    expect(isDeeplyFrozen(last)).toBe(true)
    // The object of the caller is its own.
    expect(Object.isFrozen(rules[0])).toBe(false)
    await roles(server).patch('large', { metadata: { labels: { a: 'b' } } }, { type: 'merge' })
    await eventually(() => seen.length, 3)
    expect(seen[2]).toEqual(['MODIFIED', await storedOf(server, 'large')])
    stop.abort()
    await watching
  })

  it('can be written again after a conflict', async () => {
    await using server = await createTestServer()
    await roles(server).create({ metadata: { name: 'large' }, rules: rulesOf(3_000, 'a') })
    const label = (name: string): Promise<unknown> =>
      roles(server).patch('large', { metadata: { labels: { [name]: 'yes' } } }, { type: 'merge' })
    await Promise.all(['a', 'b', 'c', 'd'].map(label))
    expect((await roles(server).get('large')).metadata.labels).toEqual({ a: 'yes', b: 'yes', c: 'yes', d: 'yes' })
    const rules = rulesOf(3_000, 'c')
    await Promise.all([label('e'), roles(server).patch('large', { rules }, { type: 'merge' }), label('f')])
    const { metadata, rules: stored } = await roles(server).get('large')
    expect([metadata.labels?.['e'], metadata.labels?.['f'], stored]).toEqual(['yes', 'yes', rules])
  })
})

it('the members that are kept of an object are all of its own, whatever their names are', () => {
  const object = JSON.parse('{"kind":"A","metadata":{"name":"a"},"__proto__":{"spec":{"a":[1]}},"spec":{"b":[2]}}')
  const kept = runAtOnce(frozenMembersInSteps(object))
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype)
  expect(Object.keys(kept).sort()).toEqual(['__proto__', 'kind', 'metadata', 'spec'])
  expect(Object.getOwnPropertyDescriptor(kept, '__proto__')?.value).toEqual({ spec: { a: [1] } })
})
