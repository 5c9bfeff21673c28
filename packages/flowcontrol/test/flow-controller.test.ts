import { describe, expect, it } from 'vitest'
import { estimateList, estimateWrite, oneSeat } from '../src/index.ts'
import { everybody, exempt, level, scene, schema, type Attempt } from './support.ts'

const queuing = { queues: 64, handSize: 6, queueLengthLimit: 3 }
const states = (attempts: readonly Attempt[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { state } of attempts) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** Lets requests go on that have got seats, a few in a turn of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => void setImmediate(resolve))
}

describe('a limited level', () => {
  it('executes as many requests as it has seats, queues others, and rejects those that no queue takes', async () => {
    const { request, clock } = scene(2, [level('a', 1, queuing)], [schema('s', 'a', [everybody])])
    const attempts = Array.from({ length: 30 }, () => request('jane'))
    // Six queues of three for one flow.
    expect(states(attempts)).toEqual({ executing: 2, waiting: 18, rejected: 10 })
    attempts[0]?.finish()
    await clock.advance(0)
    expect(states(attempts)).toEqual({ done: 1, executing: 2, waiting: 17, rejected: 10 })
  })

  it('without queues rejects at once', () => {
    const { request } = scene(2, [level('a', 1)], [schema('s', 'a', [everybody])])
    expect(states([request('a'), request('b'), request('c')])).toEqual({ executing: 2, rejected: 1 })
  })

  it('rejects a request that has waited for 15 seconds, and forgets one whose client has gone', async () => {
    const { request, clock, flows } = scene(1, [level('a', 1, queuing)], [schema('s', 'a', [everybody])])
    const first = request('jane')
    const gone = new AbortController()
    const [second, third] = [request('jane'), request('jane', { signal: gone.signal })]
    gone.abort()
    await clock.advance(14_999)
    expect([first.state, second.state, third.state]).toEqual(['executing', 'waiting', 'rejected'])
    await clock.advance(1)
    expect(second.state).toBe('rejected')
    first.finish()
    expect(request('jane').state).toBe('executing')
    expect(flows.dump('dump_priority_levels', false)).toMatch(/^a, +1, +false, +false, +0, +1, +2, +0, +1, +1$/m)
  })

  it('lets requests that get seats at the same moment go on a few in a turn of the event loop', async () => {
    const deep = { ...queuing, queueLengthLimit: 50 }
    const { request, flows } = scene(40, [level('a', 1, deep), level('b', 39)], [schema('s', 'a', [everybody])])
    const attempts = Array.from({ length: 31 }, () => request('jane'))
    expect(states(attempts)).toEqual({ executing: 1, waiting: 30 })
    flows.configure([level('a', 1, deep)], [schema('s', 'a', [everybody])])
    for (let step = 0; step < 20; step++) await Promise.resolve()
    expect(states(attempts)).toEqual({ executing: 1 + 4, waiting: 26 })
    await turns(20)
    expect(states(attempts)).toEqual({ executing: 31 })
  })

  it('counts the queues that have requests', async () => {
    const { request, clock, flows } = scene(1, [level('a', 1, queuing)], [schema('s', 'a', [everybody])])
    const attempts = ['a', 'b', 'c', 'd'].map((name) => request(name))
    for (let turn = 0; turn < attempts.length; turn++) {
      await clock.advance(0)
      const executing = attempts.filter(({ state }) => state === 'executing')
      expect(executing.length).toBe(1)
      executing[0]?.finish()
    }
    expect(flows.dump('dump_priority_levels', false)).toMatch(/^a, +0, +true,/m)
  })

  it('lets a request wait no longer than its own deadline, and not at all once its client has gone', async () => {
    const { request, clock } = scene(1, [level('a', 1, queuing)], [schema('s', 'a', [everybody])])
    request('jane')
    expect(request('joe', { signal: AbortSignal.abort() }).state).toBe('rejected')
    const hasty = request('joe', { maxWaitMs: () => 100 })
    await clock.advance(99)
    expect(hasty.state).toBe('waiting')
    await clock.advance(1)
    expect(hasty.state).toBe('rejected')
  })

  it('serves other flows while one has hundreds of requests', async () => {
    const { request, clock } = scene(
      10,
      [level('a', 1, { ...queuing, queueLengthLimit: 50 })],
      [schema('s', 'a', [everybody])],
    )
    const busy = Array.from({ length: 200 }, () => request('busy'))
    const others = ['ada', 'bob', 'cyd', 'dan'].map((name) => request(name))
    // Every ten milliseconds ten requests end. Each other flow is served within a few rounds, not after 190 requests.
    for (let round = 0; round < 4; round++) {
      await clock.advance(10)
      for (const attempt of busy.filter(({ state }) => state === 'executing')) attempt.finish()
    }
    await clock.advance(0)
    expect(others.map(({ state }) => state)).toEqual(['executing', 'executing', 'executing', 'executing'])
    expect(states(busy)['waiting']).toBeGreaterThan(100)
  })

  it('keeps seats of a write until its watchers have been told', async () => {
    const estimate = estimateWrite(100, 10)
    expect(estimate).toEqual({ initialSeats: 1, finalSeats: 10, additionalLatencyMs: 5 })
    const { request, clock } = scene(10, [level('a', 1)], [schema('s', 'a', [everybody])])
    const write = request('jane', { estimate: () => estimate })
    write.finish()
    expect(request('joe').state).toBe('rejected')
    await clock.advance(5)
    expect(request('joe').state).toBe('executing')
  })

  it('executes a request that needs more seats than there are alone', () => {
    const { request } = scene(4, [level('a', 1)], [schema('s', 'a', [everybody])])
    const big = { estimate: () => ({ ...oneSeat, initialSeats: 9 }) }
    const small = request('jane')
    expect(request('jane', big).state).toBe('rejected')
    small.finish()
    expect([request('jane', big).state, request('joe').state]).toEqual(['executing', 'rejected'])
  })
})

describe('levels', () => {
  it('exempt requests have no limit', () => {
    const { request } = scene(1, [exempt], [schema('s', 'exempt', [everybody])])
    expect(states(Array.from({ length: 100 }, () => request('root')))).toEqual({ executing: 100 })
  })

  it('the schema with the lowest precedence decides, then the name', () => {
    const classified: string[] = []
    const { request } = scene(
      100,
      [level('a', 1), level('b', 1)],
      [
        schema('z', 'a', [{ kind: 'User', user: { name: 'jane' } }]),
        schema('y', 'b', [{ kind: 'User', user: { name: 'jane' } }]),
        schema('x', 'a', [everybody], { matchingPrecedence: 50, rules: [] }),
        schema('missing', 'nowhere', [everybody], { matchingPrecedence: 1 }),
      ],
    )
    const onClassified = (schemaUid: string, levelUid: string): void => void classified.push(schemaUid, levelUid)
    expect(request('jane', { onClassified }).state).toBe('executing')
    expect(request('other-user', { onClassified }).state).toBe('rejected')
    expect(classified).toEqual(['schema-y', 'level-b'])
  })

  it('have seats by their shares, and lend what they do not need', async () => {
    const { request, clock } = scene(
      100,
      [
        level('busy', 1, { queues: 1, handSize: 1, queueLengthLimit: 500 }),
        level('idle', 3, undefined, { lendablePercent: 50 }),
      ],
      [
        schema('busy', 'busy', [{ kind: 'User', user: { name: 'busy' } }]),
        schema('idle', 'idle', [everybody], { matchingPrecedence: 200 }),
      ],
    )
    const busy = Array.from({ length: 90 }, () => request('busy'))
    expect(states(busy)).toEqual({ executing: 25, waiting: 65 })
    await clock.advance(10_000)
    await turns(20)
    // 75 seats are idle, and 37 of them may not be lent.
    expect(states(busy)).toEqual({ executing: 63, waiting: 27 })
  })

  it('that are deleted serve the requests they have', async () => {
    const { request, flows, clock } = scene(1, [level('a', 1, queuing)], [schema('s', 'a', [everybody])])
    const [first, second] = [request('jane'), request('jane')]
    flows.configure([level('b', 1)], [schema('s', 'b', [everybody])])
    expect(request('jane').state).toBe('executing')
    expect(flows.dump('dump_priority_levels', false)).toMatch(/^a, +\d+, +false, +true,/m)
    first.finish()
    await clock.advance(0)
    expect(second.state).toBe('executing')
    second.finish()
    flows.configure([level('b', 1)], [schema('s', 'b', [everybody])])
    expect(flows.dump('dump_priority_levels', false)).not.toMatch(/^a,/m)
  })

  it('need no timer while nothing is requested', async () => {
    const { request, clock } = scene(10, [level('a', 1)], [schema('s', 'a', [everybody])])
    request('jane').finish()
    await clock.advance(60_000)
    expect(clock.pending).toBe(0)
  })
})

describe('the work of a request', () => {
  it.each([
    [0, 10, 1],
    [100, 10, 1],
    [101, 10, 2],
    [5000, 10, 10],
    [5000, 3, 3],
  ])('a list of %d objects with at most %d seats needs %d', (objects, most, seats) => {
    expect(estimateList(objects, most).initialSeats).toBe(seats)
  })

  it.each([
    [9, 10, 0, 0],
    [10, 10, 1, 5],
    [95, 10, 10, 5],
    [400, 10, 10, 20],
    [400, 4, 4, 50],
  ])(
    'a write that %d watchers see, with at most %d seats, keeps %d for %d ms',
    (watches, most, finalSeats, additionalLatencyMs) => {
      expect(estimateWrite(watches, most)).toEqual({ initialSeats: 1, finalSeats, additionalLatencyMs })
    },
  )
})
