import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from '../packages/server/dist/index.js'
import { createMemoryStore } from '../packages/store/dist/memory/index.js'
import { createLmdbStore } from '../packages/store-lmdb/dist/index.js'
import { inTurns } from './kit/in-turns.mjs'
import { createStopwatch } from './kit/stopwatch.mjs'

export const title = 'Stores (by the clock; LMDB acknowledges what is on disk)'

const { open } = createRequire(new URL('../packages/store-lmdb/package.json', import.meta.url))('lmdb')

export async function run(kit) {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-bench-'))
  try {
    await puts(kit, folder)
    await creates(kit, folder)
    await start(kit, folder)
    await memory(kit, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const value = 'x'.repeat(1000)

/** Puts of the store against those of its engine. */
async function puts(kit, folder) {
  const store = await createLmdbStore({ path: join(folder, 'puts') })
  const bare = open({ path: join(folder, 'bare.lmdb'), noSubdir: true, encoding: 'string', overlappingSync: false })
  let number = 0
  for (const inFlight of [1, 16, 64]) {
    const [ours, theirs] = await inTurns(kit, inFlight, [
      () => store.put(`/bench/${number++}`, { before: value, after: '' }),
      () => bare.put(`/bench/${number++}`, value),
    ])
    kit.row({ name: `put of 1 KB, ${inFlight} in flight; bare is LMDB`, ours, bare: theirs, unit: 'µs' })
  }
  await store.close()
  await bare.close()
}

/** Creates through a server over LMDB against those over memory; reads too. */
async function creates(kit, folder) {
  const lmdb = await createLmdbStore({ path: join(folder, 'creates') })
  const servers = [await createServer({ store: lmdb }), await createServer({ store: createMemoryStore() })]
  const maps = servers.map((server) => server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default'))
  let number = 0
  const create = (client) => () => client.create({ metadata: { name: `map-${number++}` }, data: { value } })
  for (const inFlight of [1, 16, 64]) {
    const [ours, memory] = await inTurns(kit, inFlight, maps.map(create))
    kit.row({
      name: `create over LMDB, ${inFlight} in flight; bare is over memory`,
      ours,
      bare: memory,
      unit: 'µs',
      ...(inFlight === 64 ? { aim: 1.43 } : {}),
    })
  }
  for (const client of maps) await client.create({ metadata: { name: 'read' }, data: { value } })
  const reads = [
    ['get', 1.05, (client) => () => client.get('read')],
    ['list of 500', 1.05, (client) => () => client.list({ limit: 500 })],
  ]
  for (const [name, aim, read] of reads) {
    // Short turns, and many of them: reads take microseconds, and other programs interrupt longer turns.
    const turns = { ...kit, rounds: 10 * kit.rounds }
    const [ours, memory] = await inTurns(turns, 1, maps.map(read), { count: name === 'get' ? 500 : 50 })
    kit.row({ name: `${name} over LMDB; bare is over memory`, ours, bare: memory, unit: 'µs', aim })
  }
  for (const server of servers) await server.close()
  await lmdb.close()
}

/** The start with many objects. */
async function start(kit, folder) {
  const path = join(folder, 'start')
  const count = kit.quick ? 10_000 : 100_000
  const store = await createLmdbStore({ path, sync: 'os' })
  for (let number = 0; number < count; number += 1000) {
    const puts = Array.from({ length: 1000 }, (_, index) =>
      store.put(`/registry/configmaps/default/map-${number + index}`, { before: value, after: '' }),
    )
    await Promise.all(puts)
  }
  await store.close()
  let least = Infinity
  for (let round = 0; round < 5; round++) {
    const watch = createStopwatch()
    const opened = await createLmdbStore({ path })
    least = Math.min(least, watch.elapsedMs())
    await opened.close()
  }
  kit.row({ name: `start of LMDB with ${count} objects`, ours: least, unit: 'ms', aim: 500 })
}

/** Memory of the process for each object of a store that is open, with keys and history. */
async function memory(kit, folder) {
  const path = join(folder, 'start')
  const used = () => {
    globalThis.gc()
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  const store = await createLmdbStore({ path })
  const { remaining } = store.list('/registry/', { limit: 1 })
  const each = (used() - before) / (remaining + 1)
  await store.close()
  kit.row({ name: `memory of an object in LMDB, history included, ${remaining + 1}`, ours: each, unit: 'bytes' })
}
