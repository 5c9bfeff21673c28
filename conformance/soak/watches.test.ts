import { createFakeClock, createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { judgeWatches, type SeenEvent, type WatchHistory, type WatchRun } from './judge-watches.ts'
import { simulateWatches } from './simulate-watches.ts'

const seeds = Number(process.env['PINNACE_SIMULATIONS'] ?? 2_000)

describe('the promises of watches', () => {
  it(`hold in ${seeds} simulations: ordered, unique, without gap, resumable, with true bookmarks`, async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const sums = { events: 0, bookmarks: 0, writes: 0 }
    for (let seed = 1; seed <= seeds; seed++) {
      const run = await simulateWatches(server, clock, seed)
      const violations = judgeWatches(run)
      expect(violations, `seed ${seed}`).toEqual([])
      sums.writes += run.writes.length
      for (const { type } of run.histories.flatMap(({ events }) => events)) {
        if (type === 'BOOKMARK') sums.bookmarks++
        else sums.events++
      }
      server.reset()
    }
    // Simulations in which nothing happens would prove nothing.
    expect(sums.writes).toBeGreaterThan(3 * seeds)
    expect(sums.events).toBeGreaterThan(7 * seeds)
    expect(sums.bookmarks).toBeGreaterThan(seeds / 2)
  }, 120_000)
})

const seen = (type: SeenEvent['type'], revision: number, name = '', value = ''): SeenEvent => ({
  type,
  revision,
  name,
  value,
})
const events: readonly SeenEvent[] = [
  seen('ADDED', 11, 'b', '1'),
  seen('MODIFIED', 12, 'a', '2'),
  seen('BOOKMARK', 13),
  seen('DELETED', 14, 'b'),
  seen('ADDED', 15, 'b', '3'),
  seen('MODIFIED', 16, 'a', '4'),
]
const history = (client: string, changed: readonly SeenEvent[]): WatchHistory => ({
  client,
  from: 10,
  initial: new Map([['a', '0']]),
  events: changed,
  selects: () => true,
})
const runWith = (changed: readonly SeenEvent[], reference: readonly SeenEvent[] = events): WatchRun => ({
  histories: [history('reference', reference), history('judged', changed)],
  writes: [
    { name: 'b', revision: 11, value: '1' },
    { name: 'a', revision: 12, value: '2' },
    { name: 'b', revision: undefined, value: '' },
    { name: 'b', revision: 15, value: '3' },
    { name: 'a', revision: 16, value: '4' },
  ],
  final: new Map([
    ['a', '4'],
    ['b', '3'],
  ]),
  finalRevision: 16,
})
const without = (index: number): readonly SeenEvent[] => events.filter((_, other) => other !== index)
const replaced = (index: number, by: Partial<SeenEvent>): readonly SeenEvent[] =>
  events.map((event, other) => (other === index ? { ...event, ...by } : event))

describe('the judge of watches', () => {
  it('accepts a history that keeps them', () => {
    expect(judgeWatches(runWith(events))).toEqual([])
  })

  it.each<readonly [name: string, changed: readonly SeenEvent[], violation: RegExp]>([
    ['a lost event', without(1), /judged: a = 2 at 12 is missing/],
    ['a lost deletion', without(3), /judged: the deletion of b at 14 is missing/],
    ['a lost event at the end', without(5), /judged: the events from 10 make a = 2, the list has 4/],
    ['an event twice', [...events.slice(0, 2), ...events.slice(1)], /MODIFIED a at 12 after an event at 12/],
    ['an event again after a resume', [...events, ...events.slice(3)], /DELETED b at 14 after an event at 16/],
    [
      'events out of order',
      [...events.slice(0, 4), ...events.slice(4).toReversed()],
      /ADDED b at 15 after an event at 16/,
    ],
    ['another value', replaced(1, { value: 'other' }), /revision 12 is a = 2 .* and a = other for judged/],
    ['another object', replaced(1, { name: 'b' }), /revision 12 is a = 2 .* and b = 2 for judged/],
    ['another type', replaced(4, { type: 'MODIFIED' }), /MODIFIED b at 15, which was not there/],
    ['a second addition', replaced(1, { type: 'ADDED' }), /ADDED a at 12, which was there/],
    ['a deletion in place of a change', replaced(5, { type: 'DELETED', value: '' }), /revision 16 is a = 4/],
    ['a revision of another write', replaced(1, { revision: 13 }), /judged: a = 2 at 12 is missing/],
    ['a bookmark that is ahead', replaced(2, { revision: 15 }), /DELETED b at 14 after a bookmark at 15/],
    ['a bookmark that goes back', replaced(2, { revision: 11 }), /a bookmark at 11 after an event at 12/],
    ['a bookmark that hides a gap', [...events.slice(0, 4), seen('BOOKMARK', 16)], /judged: b = 3 at 15 is missing/],
    ['an event of no write', replaced(2, { type: 'ADDED', name: 'c', value: '9' }), /keep c, which is not in the list/],
  ])('finds %s', (_, changed, violation) => {
    expect(judgeWatches(runWith(changed)).join('\n')).toMatch(violation)
  })

  it('finds a write that no watch has seen', () => {
    expect(judgeWatches(runWith(without(1), without(1))).join('\n')).toMatch(/reference: a = 2 at 12 is missing/)
  })

  it('does not ask a watch for objects that it does not select', () => {
    const run = runWith(events)
    const selected = {
      ...history(
        'a alone',
        events.filter(({ name }) => name !== 'b'),
      ),
      selects: (name: string) => name === 'a',
    }
    expect(judgeWatches({ ...run, histories: [...run.histories, selected] })).toEqual([])
  })
})
