import type { LookupAddress } from 'node:dns'
import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createSharedLookup, type Lookup } from '../src/shared-lookup.ts'

const address = (last: number): LookupAddress[] => [{ address: `10.0.0.${last}`, family: 4 }]
const ask = (lookup: Lookup, name: string, options = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true, ...options }, (error, found) => (error === null ? resolve(found) : reject(error)))
  })

/** Two lookups at a time, as Node.js has them; names with `hang` are not answered until released. */
function createSlots(): {
  readonly system: (name: string) => Promise<LookupAddress[]>
  release(): void
  readonly asked: string[]
} {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  let free = 2
  let isReleased = false
  const run = (name: string, resolve: (found: LookupAddress[]) => void): void => {
    free--
    const end = (): void => {
      free++
      resolve(address(1))
      waiting.shift()?.()
    }
    if (!name.includes('hang') || isReleased) queueMicrotask(end)
    else hanging.push(end)
  }
  const hanging: (() => void)[] = []
  return {
    asked,
    system(name) {
      asked.push(name)
      return new Promise((resolve) => {
        const begin = (): void => run(name, resolve)
        if (free > 0) begin()
        else waiting.push(begin)
      })
    },
    release() {
      isReleased = true
      for (const end of hanging.splice(0)) end()
    },
  }
}

describe('a lookup that is shared', () => {
  it('is answered by the system, without DNS', async () => {
    const { system } = createSlots()
    const lookup = createSharedLookup({
      clock: createFakeClock(),
      system,
      dns: () => Promise.reject(new Error('asked')),
    })
    expect(await ask(lookup, 'a.example')).toEqual(address(1))
  })

  it('answers other names after a second while two names hang', async () => {
    const clock = createFakeClock()
    const slots = createSlots()
    const dns = (name: string): Promise<LookupAddress[]> => {
      if (name.includes('hang')) return new Promise(() => {})
      return Promise.resolve(address(2))
    }
    const lookup = createSharedLookup({ clock, system: slots.system, dns })
    const hanging = [ask(lookup, 'hang-1'), ask(lookup, 'hang-2')]
    const other = ask(lookup, 'other.example')
    await clock.advance(999)
    expect(await Promise.race([other, 'waits'])).toBe('waits')
    await clock.advance(1)
    expect(await other).toEqual(address(2))
    slots.release()
    expect(await Promise.all(hanging)).toEqual([address(1), address(1)])
    expect(clock.pending).toBe(0)
  })

  it('asks the system once for a name that hangs, however often it is asked for', async () => {
    const clock = createFakeClock()
    const slots = createSlots()
    const lookup = createSharedLookup({ clock, system: slots.system, dns: () => new Promise(() => {}) })
    const all = Array.from({ length: 50 }, () => ask(lookup, 'hang-1'))
    await clock.advance(30_000)
    expect(slots.asked).toEqual(['hang-1'])
    slots.release()
    expect(await Promise.all(all)).toHaveLength(50)
    await ask(lookup, 'hang-1')
    expect(slots.asked).toEqual(['hang-1', 'hang-1'])
  })

  it('fails as the system fails, at once', async () => {
    const failure = Object.assign(new Error('getaddrinfo ENOTFOUND a'), { code: 'ENOTFOUND' })
    const lookup = createSharedLookup({
      clock: createFakeClock(),
      system: () => Promise.reject(failure),
      dns: () => Promise.resolve(address(2)),
    })
    await expect(ask(lookup, 'a')).rejects.toBe(failure)
  })

  it('waits for the system where DNS fails', async () => {
    const clock = createFakeClock()
    const slots = createSlots()
    const lookup = createSharedLookup({ clock, system: slots.system, dns: () => Promise.reject(new Error('no')) })
    const found = ask(lookup, 'hang-1')
    await clock.advance(5_000)
    slots.release()
    expect(await found).toEqual(address(1))
  })

  it('refuses further names when 256 are looked up', async () => {
    const lookup = createSharedLookup({
      clock: createFakeClock(),
      system: () => new Promise(() => {}),
      dns: () => new Promise(() => {}),
    })
    for (let index = 0; index < 256; index++) void ask(lookup, `hang-${index}`)
    await expect(ask(lookup, 'one-more')).rejects.toMatchObject({ code: 'EAI_AGAIN', hostname: 'one-more' })
  })

  it('answers with the family that is asked for', async () => {
    const both = [...address(1), { address: '::1', family: 6 }]
    const lookup = createSharedLookup({
      clock: createFakeClock(),
      system: () => Promise.resolve(both),
      dns: () => Promise.reject(new Error('asked')),
    })
    expect(await ask(lookup, 'a')).toEqual(both)
    expect(await ask(lookup, 'a', { family: 6 })).toEqual([both[1]])
    expect(await ask(lookup, 'a', { all: false })).toBe('10.0.0.1')
    await expect(ask(lookup, 'b', { family: 'IPv6', all: true })).resolves.toEqual([both[1]])
  })
})
