import { describe, expect, it } from 'vitest'
import { createFakeClock, createTestServer, waitFor, type TestServer } from '../src/index.ts'

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' } as const
const maps = (server: TestServer) => server.client(configMap).namespace('default')

describe('a fake clock', () => {
  it('runs until no timer is left, or until the limit', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    const fired: number[] = []
    const note = (): unknown => fired.push(clock.monotonic())
    clock.after(60_000, () => {
      note()
      clock.after(30_000, note)
    })
    expect(await clock.runUntilIdle()).toBe(90_000)
    expect(fired).toEqual([60_000, 90_000])
    expect(new Date(clock.now()).toISOString()).toBe('2030-01-01T00:01:30.000Z')
    const repeat = (): void => void clock.after(10_000, repeat)
    repeat()
    expect(await clock.runUntilIdle({ limitMs: 35_000 })).toBe(30_000)
  })

  it('runs until a predicate holds, and says when it cannot', async () => {
    const clock = createFakeClock()
    let count = 0
    const repeat = (): void => {
      count++
      clock.after(10_000, repeat)
    }
    clock.after(10_000, repeat)
    expect(await clock.runUntil(() => count === 3)).toBe(30_000)
    expect(await clock.runUntil(async () => count === 3)).toBe(0)
    await expect(clock.runUntil(() => count === 99, { limitMs: 20_000 })).rejects.toThrow(
      'the predicate does not hold after 20000 ms, and no timer is left within 20000 ms',
    )
  })

  it('runs controllers: a namespace is emptied in virtual time', { timeout: 100_000 }, async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock, controllers: true })
    const namespaces = server.client({ apiVersion: 'v1', kind: 'Namespace' })
    await namespaces.create({ metadata: { name: 'team' } })
    await server
      .client(configMap)
      .namespace('team')
      .create({ metadata: { name: 'a' } })
    await namespaces.delete('team')
    await waitFor(namespaces, 'team', (team) => team === undefined, { clock })
    expect((await server.client(configMap).namespace('team').list()).items).toEqual([])
  })
})

describe('waitFor', () => {
  it('returns an object as soon as it is as expected, by watch', async () => {
    await using server = await createTestServer()
    const labelled = waitFor(maps(server), 'a', (map) => map?.metadata.labels?.['ready'] === 'yes')
    await maps(server).create({ metadata: { name: 'a' } })
    await maps(server).create({ metadata: { name: 'b', labels: { ready: 'yes' } } })
    await maps(server).patch('a', { metadata: { labels: { ready: 'yes' } } })
    expect((await labelled)?.metadata).toMatchObject({ name: 'a', labels: { ready: 'yes' } })
    expect(server.requests.filter(({ verb, name }) => verb === 'list' && name === 'a')).toHaveLength(1)
  })

  it('waits until an object is gone, over the end of its watches', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'a' } })
    const closed = server.faults.add({ match: { verb: 'watch' }, do: { type: 'closeWatch' }, times: 1 })
    const gone = waitFor(maps(server), 'a', (map) => map === undefined)
    await closed.wait()
    await maps(server).patch('a', { metadata: { labels: { turn: '1' } } })
    await maps(server).delete('a')
    expect(await gone).toBeUndefined()
  })

  it('fails with the last object when the time is over', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'a', labels: { color: 'blue' } } })
    await expect(waitFor(maps(server), 'a', () => false, { timeoutMs: 200 })).rejects.toThrow(
      /a is not as expected within 200 ms[\s\S]*color: 'blue'/,
    )
    await expect(waitFor(maps(server), 'b', (map) => map !== undefined, { timeoutMs: 50 })).rejects.toThrow(
      'last: no object',
    )
  })
})
