import { describe, expect, it } from 'vitest'
import { createFakeClock, createTestServer, type FakeClock, type TestServer } from '../src/index.ts'

const maps = (server: TestServer) => server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
const minute = 60_000

describe('a fake clock', () => {
  it('does not advance by itself', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(new Date(clock.now()).toISOString()).toBe('2030-01-01T00:00:00.000Z')
    expect(clock.monotonic()).toBe(0)
  })

  it('runs due timers in order, and those they schedule within the span', async () => {
    const clock = createFakeClock()
    const ran: string[] = []
    clock.after(30, () => ran.push(`c at ${clock.monotonic()}`))
    clock.after(10, () => {
      ran.push(`a at ${clock.monotonic()}`)
      clock.after(5, () => ran.push(`b at ${clock.monotonic()}`))
    })
    clock.after(30, () => ran.push(`d at ${clock.monotonic()}`))
    await clock.advance(30)
    expect(ran).toEqual(['a at 10', 'b at 15', 'c at 30', 'd at 30'])
    expect(clock.pending).toBe(0)
  })

  it('does not run canceled timers, or timers that are not due', async () => {
    const clock = createFakeClock()
    const ran: string[] = []
    clock.after(10, () => ran.push('cancelled')).cancel()
    clock.after(11, () => ran.push('later'))
    await clock.advance(10)
    expect(ran).toEqual([])
    expect(clock.pending).toBe(1)
    await clock.advance(1)
    expect(ran).toEqual(['later'])
  })

  it('lets promises run between timers', async () => {
    const clock = createFakeClock()
    const ran: string[] = []
    clock.after(1, () => void Promise.resolve().then(() => ran.push('promise of the first')))
    clock.after(2, () => ran.push('second'))
    await clock.advance(5)
    expect(ran).toEqual(['promise of the first', 'second'])
  })

  it('jumps in wall time without touching timers', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    const ran: string[] = []
    clock.after(minute, () => ran.push('timer'))
    clock.jumpTo(Date.parse('2040-01-01T00:00:00Z'))
    await clock.advance(1000)
    expect(ran).toEqual([])
    expect(new Date(clock.now()).toISOString()).toBe('2040-01-01T00:00:01.000Z')
    clock.jumpTo(Date.parse('2020-01-01T00:00:00Z'))
    await clock.advance(minute)
    expect(ran).toEqual(['timer'])
    expect(clock.monotonic()).toBe(61_000)
  })

  it('runs timers without delay on advance(0), and soon callbacks without advance', async () => {
    const clock = createFakeClock()
    const ran: string[] = []
    clock.after(0, () => ran.push('after 0'))
    clock.soon(() => ran.push('soon'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(ran).toEqual(['soon'])
    await clock.advance(0)
    expect(ran).toEqual(['soon', 'after 0'])
  })

  it('lets work in progress schedule its timers before it advances', async () => {
    const clock = createFakeClock()
    const ran: number[] = []
    void (async () => {
      await Promise.resolve()
      await new Promise((resolve) => setImmediate(resolve))
      clock.after(10, () => ran.push(clock.monotonic()))
    })()
    await clock.advance(10)
    expect(ran).toEqual([10])
  })

  it.each([-1, Number.NaN])('does not move by %s', (ms) => {
    expect(() => createFakeClock().advance(ms)).toThrow(RangeError)
  })

  it('rejects an invalid start time', () => {
    expect(() => createFakeClock('yesterday')).toThrow(TypeError)
  })
})

describe('a server on a fake clock', () => {
  const started = async (): Promise<{ clock: FakeClock; server: TestServer }> => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    return { clock, server: await createTestServer({ clock }) }
  }
  /** Follows config maps; what has come so far, and whether the watch has ended. */
  const follow = async (server: TestServer, options: object = {}) => {
    const seen: { type: string; version: string }[] = []
    const state = { seen, ended: false, error: undefined as unknown }
    void (async () => {
      try {
        for await (const { type, object } of maps(server).watch(options)) {
          seen.push({ type, version: object.metadata.resourceVersion! })
        }
      } catch (error) {
        state.error = error
      }
      state.ended = true
    })()
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    return state
  }

  it('sets its time as creation and deletion timestamps', async () => {
    const { clock, server } = await started()
    const first = await maps(server).create({ metadata: { name: 'a', finalizers: ['example.dev/hold'] } })
    await clock.advance(90 * minute)
    const second = await maps(server).create({ metadata: { name: 'b' } })
    await maps(server).delete('a')
    expect(
      [first, second, await maps(server).get('a')].map(({ metadata }) => [
        metadata.creationTimestamp,
        metadata.deletionTimestamp,
      ]),
    ).toEqual([
      ['2030-01-01T00:00:00Z', undefined],
      ['2030-01-01T01:30:00Z', undefined],
      ['2030-01-01T00:00:00Z', '2030-01-01T01:30:00Z'],
    ])
    await server.close()
  })

  it('sends bookmarks about every minute', async () => {
    const { clock, server } = await started()
    const { seen } = await follow(server, { allowWatchBookmarks: true, resourceVersion: '0' })
    await maps(server).create({ metadata: { name: 'a' } })
    await clock.advance(50_000)
    // The first one is that at the end of the state.
    expect(seen.map(({ type }) => type)).toEqual(['BOOKMARK', 'ADDED'])
    await clock.advance(15_000)
    expect(seen.map(({ type }) => type)).toEqual(['BOOKMARK', 'ADDED', 'BOOKMARK'])
    await clock.advance(3 * minute)
    expect(seen.length).toBeGreaterThanOrEqual(5)
    expect(seen.at(-1)!.version).toBe((await maps(server).list()).metadata.resourceVersion)
    await server.close()
  })

  it('ends a watch after its timeoutSeconds', async () => {
    const { clock, server } = await started()
    const watch = await follow(server, { timeoutSeconds: 10 })
    await clock.advance(9_000)
    expect(watch.ended).toBe(false)
    await clock.advance(2_000)
    expect(watch).toMatchObject({ ended: true, error: undefined })
    await server.close()
  })

  it('ends a watch without timeoutSeconds after 30 to 60 minutes', async () => {
    const { clock, server } = await started()
    const watch = await follow(server)
    await clock.advance(29 * minute)
    expect(watch.ended).toBe(false)
    await clock.advance(32 * minute)
    expect(watch.ended).toBe(true)
    await server.close()
  })

  it('compacts after 5 minutes: an older watch gets 410', async () => {
    const { clock, server } = await started()
    // What is remembered is counted from the first read of a resource.
    await maps(server).list()
    const first = await maps(server).create({ metadata: { name: 'a' } })
    await maps(server).create({ metadata: { name: 'b' } })
    const from = { resourceVersion: first.metadata.resourceVersion! }
    await clock.advance(4 * minute)
    const early = await follow(server, from)
    expect(early.seen.map(({ type }) => type)).toEqual(['ADDED'])
    await clock.advance(2 * minute)
    await maps(server).create({ metadata: { name: 'c' } })
    const late = await follow(server, from)
    expect(late.seen).toEqual([])
    expect(late.error).toMatchObject({ code: 410, reason: 'Expired' })
    await server.close()
  })

  it('compacts after 5 minutes: an older continue token gets 410 with a new token', async () => {
    const { clock, server } = await started()
    for (const name of ['a', 'b', 'c']) await maps(server).create({ metadata: { name } })
    const first = await maps(server).list({ limit: 1 })
    await maps(server).create({ metadata: { name: 'd' } })
    const next = { limit: 1, continue: first.metadata.continue! }
    await clock.advance(4 * minute)
    expect((await maps(server).list(next)).items).toHaveLength(1)
    await clock.advance(2 * minute)
    await maps(server).create({ metadata: { name: 'e' } })
    const reply = await server.fetch(
      new Request(`http://s/api/v1/namespaces/default/configmaps?limit=1&continue=${next.continue}`),
    )
    expect(reply.status).toBe(410)
    const gone = (await reply.json()) as { reason: string; metadata: { continue: string } }
    expect(gone.reason).toBe('Expired')
    const { items } = await maps(server).list({ limit: 5, continue: gone.metadata.continue })
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['b', 'c', 'd', 'e'])
    await server.close()
  })

  it('waits 3 seconds for a future resource version, then answers 504', async () => {
    const { clock, server } = await started()
    const far = String(BigInt((await maps(server).list()).metadata.resourceVersion!) + 1000n)
    let status = 0
    const asked = server.fetch(
      new Request(
        `http://s/api/v1/namespaces/default/configmaps?resourceVersion=${far}&resourceVersionMatch=NotOlderThan`,
      ),
    )
    void asked.then((reply) => (status = reply.status))
    await clock.advance(2_900)
    expect(status).toBe(0)
    await clock.advance(200)
    const reply = await asked
    expect(reply.status).toBe(504)
    expect(await reply.json()).toMatchObject({
      reason: 'Timeout',
      details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
    })
    await server.close()
  })

  it('keeps resource versions in order when the wall clock jumps back', async () => {
    const { clock, server } = await started()
    const watch = await follow(server)
    await maps(server).create({ metadata: { name: 'a' } })
    clock.jumpTo(Date.parse('2020-01-01T00:00:00Z'))
    const late = await maps(server).create({ metadata: { name: 'b' } })
    await clock.advance(1)
    expect(late.metadata.creationTimestamp).toBe('2020-01-01T00:00:00Z')
    const versions = watch.seen.map(({ version }) => BigInt(version))
    expect(versions[1]).toBeGreaterThan(versions[0]!)
    await server.close()
  })

  it('leaves no timer when it is closed', async () => {
    const { clock, server } = await started()
    const watches = await Promise.all([
      follow(server),
      follow(server, { allowWatchBookmarks: true }),
      follow(server, { timeoutSeconds: 100 }),
    ])
    await maps(server).create({ metadata: { name: 'a' } })
    expect(clock.pending).toBeGreaterThan(0)
    await server.close()
    await clock.advance(0)
    expect(clock.pending).toBe(0)
    expect(watches.every(({ ended }) => ended)).toBe(true)
  })
})
