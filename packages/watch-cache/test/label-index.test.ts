import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntrySelector, ListPage, ListRequest } from '@pinnace/watch-cache'
import { BusyClock, createFixture, FakeClock, prefix, settled, thing, type Fixture, type Thing } from './fixture.ts'

/** A selector that says which label it pins, and the same one that does not. */
function selectors(
  label: string,
  values: readonly string[],
): { readonly pinned: EntrySelector<Thing>; readonly plain: EntrySelector<Thing>; readonly asked: () => number } {
  let asked = 0
  const matches: EntrySelector<Thing>['matches'] = ({ labels }) => values.includes(labels[label] ?? '')
  const counted: EntrySelector<Thing>['matches'] = (entry) => {
    asked++
    return matches(entry)
  }
  return {
    pinned: { isEmpty: false, pin: { label, values }, matches: counted },
    plain: { isEmpty: false, matches },
    asked: () => asked,
  }
}

async function list(fixture: Fixture, request: ListRequest<Thing>): Promise<ListPage<Thing> & { keys: string[] }> {
  const page = await fixture.cache.list(request)
  return { ...page, keys: page.entries.map(({ key }) => key) }
}

function filled(count: number, clock = new FakeClock()): Fixture {
  const fixture = createFixture({}, clock)
  for (let index = 0; index < count; index++) fixture.put(`n${index % 3}/${index}`, { slot: `s${index % 50}` })
  return fixture
}

describe('a list by a pinned label', () => {
  it('reads only the entries with the label', async () => {
    const fixture = filled(1_000)
    const { pinned, asked } = selectors('slot', ['s7'])
    expect((await list(fixture, { selector: pinned })).entries).toHaveLength(20)
    expect(asked()).toBe(20)
  })

  it('is in key order, below its prefix, page by page', async () => {
    const fixture = filled(1_000)
    const { pinned, plain } = selectors('slot', ['s7', 's8'])
    for (const scope of [prefix, `${prefix}n1/`]) {
      const request = { prefix: scope, limit: 6 }
      let page = await list(fixture, { ...request, selector: pinned })
      let expected = await list(fixture, { ...request, selector: plain })
      for (;;) {
        expect(page.keys).toEqual(expected.keys)
        expect(page.continue).toBe(expected.continue)
        if (page.continue === undefined) break
        const continueToken = page.continue
        page = await list(fixture, { ...request, continueToken, selector: pinned })
        expected = await list(fixture, { ...request, continueToken, selector: plain })
      }
    }
  })

  it('lists the state of an older version on request', async () => {
    const fixture = filled(400)
    const { pinned, plain } = selectors('slot', ['s7'])
    await list(fixture, { selector: pinned })
    const { revision } = await list(fixture, {})
    fixture.put('n1/7', { slot: 's8' })
    fixture.delete('n0/57')
    const freshness = { kind: 'exact', revision } as const
    expect((await list(fixture, { freshness, selector: pinned })).keys).toEqual(
      (await list(fixture, { freshness, selector: plain })).keys,
    )
  })

  it('is updated on writes, for several labels, and in a fork', async () => {
    const step = fc.record({
      key: fc.nat({ max: 60 }),
      remove: fc.boolean(),
      label: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__'),
      value: fc.constantFrom('x', 'y', 'z'),
      ask: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120 }), async (steps) => {
        const fixture = filled(200)
        const present = new Set<string>()
        for (const { key, remove, label, value, ask } of steps) {
          const name = `x/${key}`
          if (remove && present.delete(name)) fixture.delete(name)
          else {
            fixture.put(name, Object.fromEntries([[label, value]]))
            present.add(name)
          }
          if (!ask) continue
          const { pinned, plain } = selectors(label, [value, value])
          expect((await list(fixture, { selector: pinned })).keys).toEqual(
            (await list(fixture, { selector: plain })).keys,
          )
        }
        const fork = fixture.cache.fork(fixture.store.fork())
        const { pinned, plain } = selectors('a', ['x'])
        expect((await fork.list({ selector: pinned })).entries.map(({ key }) => key)).toEqual(
          (await list(fixture, { selector: plain })).keys,
        )
      }),
      { numRuns: 60 },
    )
  })

  it('indexes many entries in turns, with what is written meanwhile', async () => {
    const clock = new BusyClock()
    const fixture = filled(1_000, clock)
    const { pinned, plain, asked } = selectors('slot', ['s7'])
    const { revision } = await settled(list(fixture, { limit: 1 }), clock)
    const first = list(fixture, { selector: pinned })
    const second = list(fixture, { selector: pinned })
    let isIndexed = false
    void first.then(() => (isIndexed = true))
    clock.turn()
    await Promise.resolve()
    // Keys that have been read, and keys that have not.
    for (const key of ['n0/0', 'n2/998']) fixture.put(key, { slot: 's7' })
    for (const key of ['n0/57', 'n1/907']) fixture.delete(key)
    fixture.put('n2/557', { slot: 's8' })
    clock.turn()
    expect(isIndexed).toBe(false)
    const freshness = { kind: 'exact', revision } as const
    const then = await settled(list(fixture, { freshness, selector: plain }), clock)
    expect((await settled(first, clock)).keys).toEqual(then.keys)
    expect((await settled(second, clock)).keys).toEqual(then.keys)
    const now = await settled(list(fixture, { selector: plain }), clock)
    const before = asked()
    expect((await settled(list(fixture, { selector: pinned }), clock)).keys).toEqual(now.keys)
    expect(asked() - before).toBe(now.keys.length)
  })

  it('creates its index again after a value could not be read', async () => {
    const clock = new BusyClock()
    let isBroken = true
    const decode = (value: Uint8Array): Thing => {
      const text = Buffer.from(value).toString()
      if (isBroken && text.includes('"998"')) throw new Error('a broken value')
      return JSON.parse(text) as Thing
    }
    const fixture = createFixture({ decode }, clock)
    for (let index = 0; index < 1_000; index++) {
      fixture.store.put(`${prefix}${index}`, thing(`${index}`, { slot: `s${index % 50}` }, false))
    }
    const { pinned } = selectors('slot', ['s7'])
    await expect(settled(list(fixture, { selector: pinned }), clock)).rejects.toThrow('a broken value')
    isBroken = false
    expect((await settled(list(fixture, { selector: pinned }), clock)).keys).toHaveLength(20)
  })
})
