import { expect, it } from 'vitest'
import type { Operation } from './faults/linearizability.ts'
import { watchErrors, type RecordedEvent, type Segment } from './faults/watch-recorder.ts'

const write = (revision: bigint, value: string | undefined): Operation => ({
  type: 'write',
  start: 0,
  end: 1,
  base: undefined,
  revision,
  value,
})
const event = (revision: bigint, value: string | undefined, previous?: bigint): RecordedEvent => ({
  revision,
  key: '/a',
  value,
  previous,
})
const histories = new Map([['/a', [write(2n, 'one'), write(3n, 'two'), write(5n, undefined)]]])
const segment = (events: RecordedEvent[], after = 1n, reached = 5n): Segment => ({ after, reached, events })

it('accepts a watch that received every acknowledged write', () => {
  const events = [event(2n, 'one'), event(3n, 'two', 2n), event(5n, undefined, 3n)]
  expect(watchErrors([segment(events)], histories)).toEqual([])
  expect(watchErrors([segment(events.slice(1), 2n)], histories)).toEqual([])
  expect(watchErrors([segment(events.slice(0, 1), 1n, 2n)], histories)).toEqual([])
})

it.each([
  ['a gap', [event(2n, 'one'), event(5n, undefined, 3n)], 'the write of /a at 3 was not delivered'],
  ['another value', [event(2n, 'one'), event(3n, 'one', 2n), event(5n, undefined, 3n)], 'was delivered as /a = one'],
  [
    'another previous value',
    [event(2n, 'one'), event(3n, 'two'), event(5n, undefined, 3n)],
    'the previous revision is undefined, not 2',
  ],
])('finds %s', (_, events, message) => {
  expect(watchErrors([segment(events)], histories).join()).toContain(message)
})
