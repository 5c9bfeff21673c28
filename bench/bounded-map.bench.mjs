import { BoundedMap } from '../packages/meta/dist/index.js'

export const title = 'Hits of a bounded map (bare is a Map)'

const operations = 200_000
const keys = Array.from({ length: 1_000 }, (_, index) => `key-${index}`)

export async function run(kit) {
  const map = new Map(keys.map((key) => [key, { key }]))
  const orders = ['oldest', 'least-recently-used']
  for (const evict of orders) {
    const bounded = new BoundedMap({ maxEntries: keys.length, evict })
    for (const key of keys) bounded.set(key, { key })
    await kit.compare({
      name: evict,
      unit: 'µs',
      operations,
      ours: () => read(bounded),
      bare: () => read(map),
      aim: 1.5,
    })
  }
}

// Every key in turn: each hit is the entry that is next to be evicted, which is the dearest one to move.
function read(map) {
  let length = 0
  for (let index = 0; index < operations; index++) length += map.get(keys[index % keys.length]).key.length
  return length
}
