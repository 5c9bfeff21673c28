import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareKeys, OrderedTree } from '@pinnace/store/history'

const keys = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer({ min: 0, max: 300 }).map((n) => `k${String(n).padStart(3, '0')}`),
  fc.constantFrom('\u{10000}', '\u{1F600}a', '\uE000', '\uFFFD', '__proto__', 'constructor', '', '/', 'é'),
)
const edits = fc.array(
  fc.oneof(
    fc.record({ op: fc.constantFrom('set' as const, 'append' as const), key: keys }),
    fc.record({ op: fc.constant('delete' as const), key: keys }),
    fc.record({ op: fc.constant('clone' as const), key: keys }),
  ),
  { maxLength: 400 },
)

function contents<V>(tree: OrderedTree<V>): [string, V][] {
  const all: [string, V][] = []
  tree.scan('', (value, key) => all.push([key, value]) > 0)
  return all
}

function sorted<V>(model: Map<string, V>): [string, V][] {
  return [...model].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

describe('compareKeys', () => {
  it('orders keys as the bytes of their UTF-8 do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
  })
})

describe('OrderedTree', () => {
  it('has the content of a sorted map after any edits, and so have its clones', () => {
    fc.assert(
      fc.property(edits, (list) => {
        const trees = [{ tree: new OrderedTree<number>(), model: new Map<string, number>() }]
        list.forEach(({ op, key }, index) => {
          const { tree, model } = trees[index % trees.length]!
          if (op === 'set' || op === 'append') {
            tree[op](key, index)
            model.set(key, index)
          } else if (op === 'delete') expect(tree.delete(key)).toBe(model.delete(key))
          else if (trees.length < 4) trees.push({ tree: tree.clone(), model: new Map(model) })
        })
        for (const { tree, model } of trees) {
          expect(contents(tree)).toEqual(sorted(model))
          expect(tree.size).toBe(model.size)
          for (const [key, value] of model) expect(tree.get(key)).toBe(value)
        }
      }),
    )
  })

  it('counts the keys before a key and up to the end of a prefix', () => {
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 200 }), keys, (list, probe) => {
        const tree = new OrderedTree<boolean>()
        for (const key of list) tree.set(key, true)
        const all = contents(tree).map(([key]) => key)
        expect(tree.rank(probe)).toBe(all.filter((key) => compareKeys(key, probe) < 0).length)
        expect(tree.rankPast(probe)).toBe(
          all.filter((key) => compareKeys(key, probe) < 0 || key.startsWith(probe)).length,
        )
      }),
    )
  })

  it('is the same when keys are appended in order, and so are its clones', () => {
    const tree = new OrderedTree<number>()
    const clones: OrderedTree<number>[] = []
    const keys = Array.from({ length: 10_000 }, (_, index) => `k${String(index).padStart(5, '0')}`)
    keys.forEach((key, index) => {
      if (index % 1_000 === 50) clones.push(tree.clone())
      tree.append(key, index)
    })
    for (const [index, clone] of clones.entries()) {
      expect(contents(clone).map(([key]) => key)).toEqual(keys.slice(0, index * 1_000 + 50))
    }
    expect(contents(tree)).toEqual(keys.map((key, index) => [key, index]))
    keys.forEach((key, index) => expect(tree.rank(key)).toBe(index))
  })

  it('stays small and ordered after all keys are removed', () => {
    const tree = new OrderedTree<number>()
    for (let index = 0; index < 5000; index++) tree.set(`k${(index * 7919) % 5000}`, index)
    for (let index = 0; index < 5000; index++) expect(tree.delete(`k${index}`)).toBe(true)
    expect(tree.size).toBe(0)
    expect(contents(tree)).toEqual([])
    tree.set('a', 1)
    expect(contents(tree)).toEqual([['a', 1]])
  })

  it('stops a scan when the visitor returns false, and starts it at the first key at or after the start', () => {
    const tree = new OrderedTree<number>()
    for (let index = 0; index < 1000; index++) tree.set(String(index).padStart(4, '0'), index)
    const seen: number[] = []
    tree.scan('0499x', (value) => seen.push(value) < 3)
    expect(seen).toEqual([500, 501, 502])
  })
})
