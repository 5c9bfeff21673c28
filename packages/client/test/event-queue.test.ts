import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { createEventQueue, type EventQueue } from '../src/index.ts'

function queue(limit = 10): { readonly events: EventQueue<number>; readonly returned: () => number } {
  let count = 0
  const events = createEventQueue<number>({
    limit,
    overflow: () => new Error('too slow'),
    onReturn: () => void count++,
  })
  return { events, returned: () => count }
}

describe('an event queue', () => {
  it('hands out pushed events in order, whether its reader waits or not', async () => {
    const { events } = queue()
    events.push([1, 2])
    expect((await events.next()).value).toBe(1)
    expect((await events.next()).value).toBe(2)
    const waiting = events.next()
    events.push([3])
    expect((await waiting).value).toBe(3)
  })

  it('ends once everything was read', async () => {
    const { events, returned } = queue()
    events.push([1])
    events.end()
    expect((await events.next()).value).toBe(1)
    expect((await events.next()).done).toBe(true)
    expect(returned()).toBe(1)
  })

  it('throws its error once, after the events before it', async () => {
    const { events } = queue()
    events.push([1])
    events.end(new Error('gone'))
    expect((await events.next()).value).toBe(1)
    await expect(events.next()).rejects.toThrow('gone')
    expect((await events.next()).done).toBe(true)
  })

  it('ends with the error of `overflow` beyond its limit', async () => {
    const { events, returned } = queue(2)
    events.push([1, 2])
    events.push([3])
    expect([(await events.next()).value, (await events.next()).value]).toEqual([1, 2])
    await expect(events.next()).rejects.toThrow('too slow')
    expect(returned()).toBe(1)
  })

  it('frees events that were read, even where its reader never quite catches up', async () => {
    const events = createEventQueue<object>({ limit: 10, overflow: () => new Error('full'), onReturn: () => {} })
    events.push([{}])
    const read: WeakRef<object>[] = []
    for (let turn = 0; turn < 2000; turn++) {
      events.push([{}])
      read.push(new WeakRef((await events.next()).value as object))
    }
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    await vi.waitFor(
      () => {
        collect()
        expect(read.filter((each) => each.deref() !== undefined).length).toBeLessThan(300)
      },
      { timeout: 10_000 },
    )
  })

  it('calls onReturn when its reader stops', async () => {
    const { events, returned } = queue()
    events.push([1, 2, 3])
    for await (const value of events) {
      expect(value).toBe(1)
      break
    }
    expect(returned()).toBe(1)
    events.push([4])
    expect((await events.next()).done).toBe(true)
  })
})
