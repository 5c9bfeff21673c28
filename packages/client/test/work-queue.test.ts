import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createWorkQueue, runWorkers } from '../src/index.ts'

const clock = createFakeClock()
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('a work queue', () => {
  it('reports its size when keys are added and handed out', async () => {
    const seen: string[] = []
    const queue = createWorkQueue({ clock, onSize: (size, change) => seen.push(`${change}: ${size}`) })
    queue.add('a')
    queue.add('b')
    queue.add('b')
    await queue.get()
    queue.add('a')
    queue.done('a')
    await queue.get()
    expect(seen).toEqual(['added: 1', 'added: 2', 'handed out: 1', 'added: 2', 'handed out: 1'])
  })

  it('hands a key out once, however often it was added, in the order of the first addition', async () => {
    const queue = createWorkQueue({ clock })
    for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key)
    expect(queue.size).toBe(3)
    expect([await queue.get(), await queue.get(), await queue.get()]).toEqual(['a', 'b', 'c'])
    expect(queue.size).toBe(0)
  })

  it('does not hand out a key that is being worked on, and hands it out again once that is done', async () => {
    const queue = createWorkQueue({ clock })
    queue.add('a')
    expect(await queue.get()).toBe('a')
    queue.add('a')
    queue.add('a')
    expect(queue.size).toBe(0)
    const next = queue.get()
    queue.done('a')
    expect(await next).toBe('a')
    queue.done('a')
    expect(queue.size).toBe(0)
  })

  it('adds a delayed key once, at the earliest of its times', async () => {
    const queue = createWorkQueue({ clock })
    queue.addAfter('a', 1000)
    queue.addAfter('a', 500)
    queue.addAfter('a', 2000)
    queue.addAfter('b', 0)
    expect(queue.size).toBe(1)
    await clock.advance(499)
    expect(queue.size).toBe(1)
    await clock.advance(1)
    expect(queue.size).toBe(2)
    expect(clock.pending).toBe(0)
  })

  it('backs off from 5 ms to 1000 s, for each key separately, until it is forgotten', async () => {
    const queue = createWorkQueue({ clock })
    for (let failure = 0; failure < 20; failure++) {
      const delayMs = Math.min(5 * 2 ** failure, 1_000_000)
      queue.addRateLimited('a')
      await clock.advance(delayMs - 1)
      expect(queue.size).toBe(0)
      await clock.advance(1)
      expect(await queue.get()).toBe('a')
      queue.done('a')
    }
    expect(queue.retries('a')).toBe(20)
    queue.forget('a')
    expect(queue.retries('a')).toBe(0)
    queue.addRateLimited('a')
    await clock.advance(5)
    expect(queue.size).toBe(1)
  })

  it('leaves no timer and no waiting consumer when it is shut down', async () => {
    const queue = createWorkQueue({ clock })
    const waiting = [queue.get(), queue.get()]
    queue.addAfter('a', 1000)
    queue.shutDown()
    expect(await Promise.all(waiting)).toEqual([undefined, undefined])
    expect(clock.pending).toBe(0)
    queue.add('b')
    queue.addAfter('b', 0)
    expect([queue.size, queue.isShutDown]).toEqual([0, true])
  })

  it('hands out due keys when it is drained', async () => {
    const queue = createWorkQueue({ clock })
    queue.add('a')
    queue.add('b')
    expect(await queue.get()).toBe('a')
    queue.add('a')
    queue.shutDown({ drain: true })
    expect(await queue.get()).toBe('b')
    const last = queue.get()
    queue.done('a')
    expect(await last).toBe('a')
    queue.done('a')
    expect(await queue.get()).toBeUndefined()
  })

  it('wakes another consumer where the one it woke was aborted', async () => {
    const queue = createWorkQueue({ clock })
    const leaving = new AbortController()
    const first = queue.get(leaving.signal)
    const second = queue.get()
    queue.add('a')
    leaving.abort()
    expect([await first, await second].filter((key) => key !== undefined)).toEqual(['a'])
  })

  it('rejects delays that make no sense', () => {
    expect(() => createWorkQueue({ baseDelayMs: 0 })).toThrow('baseDelayMs must be positive and not above maxDelayMs')
    expect(() => createWorkQueue({ baseDelayMs: 5, maxDelayMs: 1 })).toThrow(TypeError)
  })
})

describe('workers', () => {
  it('retry failures with a growing delay, and give up in the end', async () => {
    const queue = createWorkQueue({ clock })
    const seen: string[] = []
    const workers = runWorkers({
      queue,
      maxRetries: 2,
      reconcile: async (key) => {
        seen.push(`try ${key}`)
        throw new Error('broken')
      },
      onError: (error, key, { isGivenUp }) => seen.push(`${(error as Error).message} ${key} ${isGivenUp}`),
    })
    queue.add('a')
    await clock.advance(100)
    expect(seen).toEqual(['try a', 'broken a false', 'try a', 'broken a false', 'try a', 'broken a true'])
    expect(clock.pending).toBe(0)
    await workers.stop()
  })

  it('add a key again after requeueAfterMs', async () => {
    const queue = createWorkQueue({ clock })
    let times = 0
    const workers = runWorkers({
      queue,
      reconcile: async () => (++times < 3 ? { requeueAfterMs: 1000 } : undefined),
    })
    queue.add('a')
    await clock.advance(5000)
    expect(times).toBe(3)
    await workers.stop()
  })

  it('work on several keys at once, never on the same key twice', async () => {
    const queue = createWorkQueue({ clock })
    const busy = new Map<string, number>()
    let most = 0
    const release: (() => void)[] = []
    const workers = runWorkers({
      queue,
      workers: 3,
      reconcile: async (key) => {
        busy.set(key, (busy.get(key) ?? 0) + 1)
        expect(busy.get(key)).toBe(1)
        most = Math.max(most, busy.size)
        await new Promise<void>((resolve) => release.push(resolve))
        busy.delete(key)
      },
    })
    for (const key of ['a', 'b', 'a', 'c', 'd']) queue.add(key)
    await turn()
    for (const key of ['a', 'b']) queue.add(key)
    for (let round = 0; round < 20; round++) {
      release.shift()?.()
      await turn()
    }
    expect([most, queue.size, busy.size]).toEqual([3, 0, 0])
    await workers.stop()
  })

  it('abort running work when they are stopped', async () => {
    const queue = createWorkQueue({ clock })
    let ended = false
    const workers = runWorkers({
      queue,
      reconcile: (_, signal) =>
        new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended = true
            reject(signal.reason)
          })
        }),
      onError: () => expect.unreachable('what was stopped has not failed'),
    })
    queue.add('a')
    await turn()
    await workers.stop()
    expect([ended, clock.pending]).toEqual([true, 0])
  })
})
