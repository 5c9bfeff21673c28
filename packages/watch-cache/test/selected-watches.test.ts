import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntrySelector } from '@pinnace/watch-cache'
import { collect, createFixture, prefix, type Collector, type Fixture, type Thing } from './fixture.ts'

interface Counted {
  readonly selector: EntrySelector<Thing>
  readonly asked: () => number
}

function counted(
  pins: Pick<EntrySelector<Thing>, 'pin' | 'fieldPin'>,
  matches: EntrySelector<Thing>['matches'],
): Counted {
  let asked = 0
  const selector = {
    isEmpty: false,
    ...pins,
    matches: (entry: Parameters<typeof matches>[0]): boolean => {
      asked++
      return matches(entry)
    },
  }
  return { selector, asked: () => asked }
}

function byLabel(value: string): Counted {
  return counted({ pin: { label: 'slot', values: [value] } }, ({ labels }) => labels['slot'] === value)
}

function byName(value: string): Counted {
  const field = 'metadata.name'
  return counted({ fieldPin: { field, value } }, ({ fields }) => fields[field] === value)
}

async function watch(fixture: Fixture, selector: EntrySelector<Thing>, within = prefix): Promise<Collector> {
  const sink = collect()
  const start = { kind: 'exact', revision: fixture.store.revision() } as const
  await fixture.cache.watch({ prefix: within, start, selector, sink, bookmarks: true })
  return sink
}

describe('watches that select by a value', () => {
  it.each([
    ['label', byLabel, (value: string) => ['a', { slot: value }] as const],
    ['field', byName, (value: string) => [value, {}] as const],
  ])('are not asked about objects with another value of the %s', async (_, select, object) => {
    const fixture = createFixture()
    fixture.put('first')
    const selectors = Array.from({ length: 100 }, (_unused, index) => select(`s${index}`))
    const sinks = await Promise.all(selectors.map(({ selector }) => watch(fixture, selector)))
    fixture.put(...object('s7'))
    fixture.clock.settle()
    expect(sinks.map(({ events }) => events.length).filter((count) => count > 0)).toEqual([1])
    expect(selectors.filter(({ asked }) => asked() > 0)).toHaveLength(1)
  })

  it('see an object whose label changes come and go', async () => {
    const fixture = createFixture()
    fixture.put('a', { slot: 's1' })
    const [before, after] = await Promise.all(['s1', 's2'].map((value) => watch(fixture, byLabel(value).selector)))
    fixture.put('a', { slot: 's2' })
    fixture.put('a', {})
    fixture.clock.settle()
    expect(before?.received()).toEqual(['DELETED a 3'])
    expect(after?.received()).toEqual(['ADDED a 3', 'DELETED a 4'])
  })

  it('have a bookmark of the newest revision, although no change concerned them', async () => {
    const fixture = createFixture()
    fixture.put('a', { slot: 's1' })
    const sink = await watch(fixture, byLabel('s2').selector)
    fixture.put('b', { slot: 's1' })
    fixture.clock.advance(60_000)
    expect(sink.received()).toEqual(['BOOKMARK 3'])
  })

  it('see the same events as watches that are asked about every change', () => {
    const value = fc.constantFrom('s1', 's2', 's3', undefined)
    const step = fc.record({ key: fc.constantFrom('x/a', 'x/b', 'y/a'), value, remove: fc.boolean() })
    return fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const fixture = createFixture()
        fixture.put('x/a', { slot: 's1' })
        const wanted = ['s1', 's2'].flatMap((slot) => [prefix, `${prefix}x/`].map((within) => ({ slot, within })))
        const pairs = await Promise.all(
          wanted.map(async ({ slot, within }) => {
            const { selector } = byLabel(slot)
            const plain = { isEmpty: false, matches: selector.matches }
            return [await watch(fixture, selector, within), await watch(fixture, plain, within)] as const
          }),
        )
        const present = new Set(['x/a'])
        for (const { key, value: slot, remove } of steps) {
          if (remove && present.delete(key)) fixture.delete(key)
          else {
            fixture.put(key, slot === undefined ? {} : { slot })
            present.add(key)
          }
        }
        fixture.clock.settle()
        for (const [selected, plain] of pairs) expect(selected.received()).toEqual(plain.received())
      }),
      { numRuns: 60 },
    )
  })
})
