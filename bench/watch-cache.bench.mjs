// What storing, listing and watching cost without a server around it, over 1, 10 and 100 thousand objects.
import { systemClock } from '../packages/meta/dist/index.js'
import { createMemoryStore } from '../packages/store/dist/memory/index.js'
import { createWatchCache } from '../packages/watch-cache/dist/index.js'

const pad = 'x'.repeat(1_808)
const prefix = '/registry/pods/'

/** A pod of 2,030 bytes, with the note its writer would put beside it. */
function pod(index) {
  const labels = { app: 'web', tier: 'front', 'pod-hash': String(index % 50) }
  const name = `pod-${index}`
  const namespace = `ns-${index % 100}`
  const uid = `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`
  return {
    before: `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${name}","namespace":"${namespace}","uid":"${uid}","resourceVersion":"`,
    after: `","labels":${JSON.stringify(labels)}},"spec":{"pad":"${pad}"}}`,
    note: { labels, fields: { 'metadata.name': name, 'metadata.namespace': namespace } },
  }
}

const keyOf = (index) => `${prefix}ns-${index % 100}/pod-${index}`
const turn = () => new Promise((resolve) => systemClock.soon(resolve))

function createPair() {
  const store = createMemoryStore()
  const cache = createWatchCache({
    store,
    prefix,
    continueVersion: 'meta.example.dev/v1',
    decode: (value) => JSON.parse(Buffer.from(value).toString()),
    describe: () => ({ labels: {}, fields: {} }),
  })
  cache.list()
  return { store, cache }
}

function memory() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return { heap: heapUsed, outside: arrayBuffers }
}

/** Best of several rounds, microseconds an operation. */
function best(rounds, operations, run) {
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    run(round)
    least = Math.min(least, ((performance.now() - began) * 1_000) / operations)
  }
  return least
}

/** Takes turns until it holds; the longest of them, milliseconds. */
async function until(holds) {
  let worst = 0
  while (!holds()) {
    const began = performance.now()
    await turn()
    worst = Math.max(worst, performance.now() - began)
  }
  return worst
}

export const title = 'Store and watch cache, in process (wall clock)'

const valueBytes = Buffer.byteLength(pod(1).before + pod(1).after) + 6
const ready = Array.from({ length: 2_000 }, (_, index) => pod(index))

export async function run(kit) {
  const report = (name, ours, unit) => void kit.row({ name, ours, unit })
  const sizes = kit.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
  // What is measured stays, so that letting go of one does not pass for the memory of the next.
  const kept = []
  for (const count of sizes) measureObjects(count, kept, report)
  for (const watchers of kit.quick ? [1, 1_000] : [1, 100, 1_000]) await measureWatchers(watchers, report)
}

function measureObjects(count, kept, report) {
  const pair = createPair()
  kept.push(pair)
  const { store, cache } = pair
  const before = memory()
  report(
    `${count} objects: create`,
    best(1, count, () => {
      for (let index = 0; index < count; index++) store.put(keyOf(index), pod(index))
    }),
    'µs',
  )
  const after = memory()
  const heap = (after.heap - before.heap) / count
  const outside = (after.outside - before.outside) / count
  report('  heap an object, history included', heap, 'bytes')
  report('  outside the heap', outside, 'bytes')
  report('  all, by the bytes of the JSON', (heap + outside) / valueBytes, 'times')
  report(
    '  update',
    best(3, 10_000, (round) => {
      for (let index = 0; index < 10_000; index++)
        store.put(keyOf((index * 7_919 + round) % count), ready[index % 2_000])
    }),
    'µs',
  )
  report(
    '  get',
    best(3, 50_000, () => {
      for (let index = 0; index < 50_000; index++) cache.get(keyOf((index * 7_919) % count))
    }),
    'µs',
  )
  report(
    '  list of all, entries',
    best(5, 1, () => cache.list()),
    'µs',
  )
  report(
    '  list of all, entries and bytes',
    best(5, 1, () => {
      for (const entry of cache.list().entries) void entry.value
    }),
    'µs',
  )
  report(
    '  list of 1 of 100 namespaces',
    best(5, 1, () => cache.list({ prefix: `${prefix}ns-7/` })),
    'µs',
  )
  report(
    '  list by a label, 1 in 50',
    best(5, 1, () => {
      cache.list({ selector: { isEmpty: false, matches: (entry) => entry.labels['pod-hash'] === '7' } })
    }),
    'µs',
  )
  report(
    '  page of 500',
    best(5, 1, () => cache.list({ limit: 500 })),
    'µs',
  )
  report(
    '  fork and its first page of 1',
    best(5, 1, () => cache.fork(store.fork()).list({ limit: 1 })),
    'µs',
  )
}

async function measureWatchers(watchers, report) {
  const { store, cache } = createPair()
  let told = 0
  const onEvents = (events) => {
    told += events.length
    for (const event of events) event.line('json', ({ entry }) => Buffer.from(entry.value))
  }
  for (let index = 0; index < watchers; index++)
    await cache.watch({ start: { kind: 'any' }, sink: { onEvents, onEnd() {} } })
  let least = Infinity
  for (let round = 0; round < 3; round++) {
    told = 0
    const began = performance.now()
    for (let index = 0; index < 300; index++) {
      store.put(keyOf(index), ready[index])
      await turn()
    }
    await until(() => told === 300 * watchers)
    least = Math.min(least, ((performance.now() - began) * 1_000) / 300)
  }
  report(`${watchers} watchers: a write, told to all`, least, 'µs')
  let total = Infinity
  let longest = Infinity
  for (let round = 0; round < 3; round++) {
    told = 0
    const began = performance.now()
    for (let index = 0; index < 10_000; index++) store.put(keyOf(index % 100), ready[index % 2_000])
    const worst = await until(() => told === 10_000 * watchers)
    total = Math.min(total, performance.now() - began)
    longest = Math.min(longest, worst)
  }
  report('  10,000 writes in one turn, told to all', total, 'ms')
  report('  longest turn of the loop meanwhile', longest, 'ms')
}
