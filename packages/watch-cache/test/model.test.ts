import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntrySelector, WatchCache } from '@pinnace/watch-cache'
import { collect, createFixture, prefix, withLabel, type Collector, type Thing } from './fixture.ts'

const keys = ['a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1']
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('put' as const),
      key: fc.constantFrom(...keys),
      app: fc.constantFrom('web', 'db'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('delete' as const), key: fc.constantFrom(...keys) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('elsewhere' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('watch' as const),
      namespace: fc.constantFrom('', 'a/', 'b/'),
      selected: fc.boolean(),
      back: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('turn' as const) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('fill' as const), watch: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('minute' as const) }) },
)

interface Row {
  readonly app: string
  readonly revision: bigint
}

interface Running {
  readonly sink: Collector
  readonly namespace: string
  readonly selected: boolean
  readonly start: bigint
  readonly initial: boolean
}

/** What a list of the model says: `a/1 web 3`. */
function rows(state: ReadonlyMap<string, Row>, namespace: string, selected: boolean): string[] {
  return [...state]
    .filter(([key, row]) => key.startsWith(namespace) && (!selected || row.app === 'web'))
    .map(([key, row]) => `${key} ${row.app} ${row.revision}`)
    .sort()
}

async function listed(
  cache: WatchCache<Thing>,
  namespace: string,
  selector: EntrySelector<Thing> | undefined,
  revision: bigint,
  limit: number,
): Promise<string[]> {
  const result: string[] = []
  let continueToken: string | undefined
  do {
    const page = await cache.list({
      prefix: prefix + namespace,
      limit,
      ...(selector === undefined ? {} : { selector }),
      ...(continueToken === undefined ? { freshness: { kind: 'exact', revision } } : { continueToken }),
    })
    expect(page.revision).toBe(revision)
    for (const entry of page.entries)
      result.push(`${entry.key.slice(prefix.length)} ${entry.labels['app']} ${entry.modRevision}`)
    continueToken = page.continue
  } while (continueToken !== undefined)
  return result
}

describe('the cache under random operations', () => {
  it('lists every state exactly, and every watch adds up to the state without gaps, duplicates or disorder', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 60 }),
        fc.integer({ min: 0, max: 3 }),
        async (operations, limit) => {
          const fixture = createFixture()
          const state = new Map<string, Row>()
          const states = new Map<bigint, ReadonlyMap<string, Row>>([[1n, new Map()]])
          const running: Running[] = []
          let revision = 1n
          const record = (): void => void states.set(revision, new Map(state))
          for (const step of operations) {
            if (step.op === 'put') {
              revision = fixture.put(step.key, { app: step.app })
              state.set(step.key, { app: step.app, revision })
              record()
            } else if (step.op === 'delete') {
              if (!state.delete(step.key)) continue
              revision = fixture.delete(step.key)
              record()
            } else if (step.op === 'elsewhere') {
              fixture.store.put('/elsewhere', { before: '', after: '' })
              revision++
              record()
            } else if (step.op === 'watch') {
              const { namespace, selected, back } = step
              const sink = collect()
              const start = back === undefined || BigInt(back) >= revision ? revision : revision - BigInt(back)
              const initial = back === undefined
              await fixture.cache.watch({
                prefix: prefix + namespace,
                start: initial ? { kind: 'unset' } : { kind: 'exact', revision: start },
                ...(selected ? { selector: withLabel('app', 'web') } : {}),
                bookmarks: true,
                sink,
              })
              running.push({ sink, namespace, selected, start, initial })
            } else if (step.op === 'settle') fixture.clock.settle()
            else if (step.op === 'turn') fixture.clock.turn()
            else if (step.op === 'minute') fixture.clock.advance(20_000)
            else {
              const slow = running[step.watch % Math.max(running.length, 1)]
              if (slow !== undefined) slow.sink.buffered = 2_000_000
            }
          }
          for (const { sink } of running) sink.buffered = 0
          fixture.clock.advance(3_000)

          for (const [at, expected] of states) {
            for (const selected of [false, true]) {
              const selector = selected ? withLabel('app', 'web') : undefined
              expect(await listed(fixture.cache, '', selector, at, limit)).toEqual(rows(expected, '', selected))
              expect(await listed(fixture.cache, 'b/', selector, at, limit)).toEqual(rows(expected, 'b/', selected))
            }
          }
          for (const { sink, namespace, selected, start, initial } of running) {
            const seen = new Map<string, Row>()
            if (!initial)
              for (const [key, row] of states.get(start)!)
                if (key.startsWith(namespace) && (!selected || row.app === 'web')) seen.set(key, row)
            let last = initial ? 0n : start
            for (const event of sink.events) {
              if (event.type === 'BOOKMARK') {
                expect(event.revision).toBeGreaterThanOrEqual(last)
                last = event.revision
                // A bookmark is a promise: what was received so far is the state at its revision.
                expect(rows(seen, namespace, selected)).toEqual(rows(states.get(event.revision)!, namespace, selected))
                continue
              }
              const key = event.entry.key.slice(prefix.length)
              expect(key.startsWith(namespace)).toBe(true)
              const isState = initial && event.revision <= start
              if (isState) expect(event.type).toBe('ADDED')
              else expect(event.revision).toBeGreaterThan(last)
              if (!isState) last = event.revision
              expect(event.type === 'ADDED').toBe(!seen.has(key))
              expect(event.entry.modRevision).toBe(event.revision)
              expect(event.entry.object().metadata.resourceVersion).toBe(String(event.revision))
              if (event.type === 'DELETED') seen.delete(key)
              else seen.set(key, { app: event.entry.labels['app']!, revision: event.revision })
            }
            if (!sink.ended) expect(rows(seen, namespace, selected)).toEqual(rows(state, namespace, selected))
          }
          fixture.cache.close()
          expect(fixture.clock.timers).toBe(0)
        },
      ),
      { numRuns: 150 },
    )
  })
})
