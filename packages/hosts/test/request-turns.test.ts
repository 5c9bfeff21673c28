import { systemClock } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { RequestTurns } from '../src/request-turns.ts'

/** Takes the time that requests have in one turn of the event loop. */
function work(): void {
  const endMs = systemClock.monotonic() + 11
  while (systemClock.monotonic() < endMs);
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.soon(resolve)
  })
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn()
}

describe('requests', () => {
  it('are started at once while the turn is short', async () => {
    const turns = new RequestTurns()
    const started: number[] = []
    for (let index = 0; index < 100; index++) turns.start({}, '/api', () => started.push(index))
    expect(started).toEqual(Array.from({ length: 100 }, (_, index) => index))
  })

  it('that arrive in a turn that is over wait for a later one', async () => {
    const turns = new RequestTurns()
    const started: string[] = []
    turns.start({}, '/api', work)
    turns.start({}, '/api', () => started.push('later'))
    expect(started).toEqual([])
    await until(() => started.length === 1)
    turns.start({}, '/api', () => started.push('at once'))
    expect(started).toEqual(['later', 'at once'])
  })

  it('that are health checks do not wait, one in a turn', async () => {
    const turns = new RequestTurns()
    const started: string[] = []
    const waiting = {}
    turns.start({}, '/api', work)
    turns.start(waiting, '/api', () => started.push('a'))
    turns.start({}, '/livezer', () => started.push('b'))
    turns.start({}, '/livez?verbose', () => started.push('check'))
    turns.start({}, '/readyz/ping', () => started.push('c'))
    // A connection keeps the order of its requests.
    turns.start(waiting, '/healthz', () => started.push('d'))
    expect(started).toEqual(['check'])
    await until(() => started.length === 5)
    expect(started.slice(1).sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('of a connection keep their order, and take turns with those of others', async () => {
    const turns = new RequestTurns()
    const started: string[] = []
    const [many, few] = [{}, {}]
    for (const name of ['a', 'b', 'c']) turns.defer(many, () => started.push(name))
    turns.defer(few, () => started.push('x'))
    // A request of a connection does not overtake those that wait.
    turns.start(many, '/api', () => started.push('d'))
    await until(() => started.length === 5)
    expect(started).toEqual(['a', 'x', 'b', 'c', 'd'])
  })

  it('that take long are started one in a turn, beside those of other connections that have just arrived', async () => {
    const turns = new RequestTurns()
    const attacker = {}
    let done = 0
    for (let index = 0; index < 5; index++) {
      turns.defer(attacker, () => {
        work()
        done++
      })
    }
    await until(() => done === 1)
    let seen = -1
    turns.start({}, '/api', () => (seen = done))
    expect(seen).toBe(1)
    await until(() => done === 5)
  })

  it('of connections whose last request took long take turns with the others, which do not wait for all of them', async () => {
    const turns = new RequestTurns()
    const [long, other] = [{}, {}]
    const started: string[] = []
    turns.start(long, '/api', work)
    for (const name of ['a', 'b', 'c']) turns.start(long, '/api', () => started.push(name))
    turns.start(other, '/api', () => started.push('x'))
    await until(() => started.length === 4)
    expect(started).toEqual(['x', 'a', 'b', 'c'])
    // They are short again.
    turns.defer(long, () => started.push('d'))
    turns.defer(other, () => started.push('y'))
    await until(() => started.length === 6)
    expect(started.slice(4)).toEqual(['d', 'y'])
  })

  describe('that wait', () => {
    /** The sizes of the batches of so many requests, whose work begins after they have waited once. */
    async function batchesOf(turns: RequestTurns, count: number, workOf: () => void): Promise<number[]> {
      const sizes: number[] = []
      let started = 0
      for (let index = 0; index < count; index++) {
        turns.defer({}, () => {
          started++
          if (started > 1) return
          queueMicrotask(() => {
            sizes.push(started)
            for (; started > 0; started--) workOf()
          })
        })
      }
      await until(() => sizes.reduce((sum, size) => sum + size, 0) === count)
      return sizes
    }

    const workForMs = (ms: number) => (): void => {
      const endMs = systemClock.monotonic() + ms
      while (systemClock.monotonic() < endMs);
    }

    it('are started together while they are short', async () => {
      const sizes = await batchesOf(new RequestTurns(), 400, () => undefined)
      expect(sizes[0]).toBe(1)
      expect(Math.max(...sizes)).toBeGreaterThan(4)
    })

    it('are started one by one when each takes long, though those before were short', async () => {
      const turns = new RequestTurns()
      await batchesOf(turns, 400, () => undefined)
      const [first, ...others] = await batchesOf(turns, 30, workForMs(3))
      expect(first).toBeGreaterThan(1)
      expect(new Set(others)).toEqual(new Set([1]))
    })
  })
})
