import type { ApiObject } from '@pinnace/meta'
import type { CacheEntry } from '@pinnace/watch-cache'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResourceStorage } from '../../src/storage/resource-storage.ts'
import { peerDigests } from '../../src/write/peer-digests.ts'

type Entry = Pick<CacheEntry<ApiObject>, 'key' | 'parse'>

/** A storage whose entries a test exchanges, and the keys of the entries that were parsed. */
function storageOf() {
  const parsed: string[] = []
  let entries: readonly Entry[] = []
  const storage = { entries: () => entries } as unknown as ResourceStorage
  const entry = (key: string, value: string): Entry => ({
    key,
    parse: () => {
      parsed.push(`${key}=${value}`)
      return { metadata: { name: key, labels: { value } } }
    },
  })
  const show = (next: readonly Entry[]): void => {
    entries = next
  }
  return { storage, entry, parsed, show }
}

const text = ({ metadata }: ApiObject): { readonly text: string } => ({
  text: `${metadata.name ?? ''}=${metadata.labels?.['value'] ?? ''}`,
})

describe('the digests of the objects of a kind', () => {
  it('follow what is added, changed and removed, and parse each state once', () => {
    const change = fc.record({ key: fc.constantFrom(...'abcdefgh'), value: fc.option(fc.constantFrom('1', '2', '3')) })
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }), (steps) => {
        const { storage, entry, parsed, show } = storageOf()
        const digest = (object: ApiObject): { readonly text: string } => text(object)
        const stored = new Map<string, { readonly value: string; readonly entry: Entry }>()
        let written = 0
        for (const changes of steps) {
          for (const { key, value } of changes) {
            if (value === null) stored.delete(key)
            else stored.set(key, { value, entry: entry(key, value) })
            if (value !== null) written++
          }
          const sorted = [...stored].sort(([left], [right]) => (left < right ? -1 : 1))
          show(sorted.map(([, { entry: one }]) => one))
          expect(peerDigests(storage, digest)).toEqual(sorted.map(([key, { value }]) => ({ text: `${key}=${value}` })))
        }
        expect(parsed.length).toBeLessThanOrEqual(written)
      }),
    )
  })

  it('are made of no entry again for another storage that has it, as a fork does', () => {
    const { storage, entry, parsed, show } = storageOf()
    const fork = storageOf()
    const both = [entry('a', '1'), entry('b', '1')]
    show(both)
    fork.show(both)
    peerDigests(storage, text)
    expect(peerDigests(fork.storage, text)).toEqual([{ text: 'a=1' }, { text: 'b=1' }])
    expect(parsed).toEqual(['a=1', 'b=1'])
  })
})
