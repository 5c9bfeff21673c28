import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLmdbStore } from '../packages/store-lmdb/dist/index.js'
import { createStopwatch } from './kit/stopwatch.mjs'
import { headersOf, podsPath, sizeOf } from './kit/requests.mjs'

const lmdbModule = new URL('../packages/store-lmdb/dist/index.js', import.meta.url).href

export const title = 'A million objects in one process (bare is the same server with 1,000)'

export const isLong = true

export async function run(kit) {
  const count = kit.quick ? 20_000 : 1_000_000
  await requests(kit, count)
  await start(kit, count)
}

async function requests(kit, count) {
  const few = await kit.subject('ours', { stored: 1_000 })
  const many = await kit.subject('ours', { stored: 1 })
  const name = (text) => `${text}, ${count.toLocaleString('en')} pods`
  const headers = headersOf(few.token)
  await sizeOf(many, `${podsPath}?limit=1`)
  const before = await many.ask('memory')
  await many.ask('call', { name: 'fillStore', value: { from: 1, to: count } })
  const after = await many.ask('memory')
  const bytes = (await sizeOf(many, `${podsPath}?limit=500`)) / 500
  kit.row({
    name: name('memory of a pod, history included'),
    ours: (after.used - before.used) / count,
    bare: bytes,
    unit: 'bytes',
    aim: 1.3,
  })
  await kit.serve({
    name: name('get'),
    protocol: 'http1',
    count: 8_000,
    ours: { server: many, request: { path: `${podsPath}/pod-%d`, among: count, headers } },
    bare: { server: few, request: { path: `${podsPath}/pod-%d`, among: 1_000, headers } },
    aim: 1.2,
  })
  const page = { protocol: 'http1', port: many.ports.http1, path: `${podsPath}?limit=500`, headers, clients: 1 }
  let least = Infinity
  for (let round = 0; round < kit.rounds; round++) {
    const used = await many.cpu()
    const { failed, text } = await kit.load({ ...page, count: 50 })
    if (failed > 0) throw new Error(text)
    least = Math.min(least, ((await many.cpu()) - used) / 50 / 1_000)
  }
  kit.row({ name: name('page of 500'), ours: least, unit: 'ms', aim: 5 })
  few.close()
  many.close()
}

/** The start of LMDB, by the clock: after the store was closed, and after its process was killed. */
async function start(kit, count) {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-bench-'))
  const name = `start of LMDB with ${count.toLocaleString('en')} objects`
  try {
    const path = join(folder, 'start')
    const store = await createLmdbStore({ path, sync: 'os' })
    const value = 'x'.repeat(2_000)
    for (let number = 0; number < count; number += 1_000) {
      const puts = Array.from({ length: 1_000 }, (_, index) =>
        store.put(`/registry/configmaps/default/map-${number + index}`, { before: value, after: '' }),
      )
      await Promise.all(puts)
    }
    await store.compact(store.revision())
    await store.close()
    let least = Infinity
    for (let round = 0; round < 3; round++) least = Math.min(least, await startMs(path))
    kit.row({ name, ours: least, unit: 'ms', aim: 3_000 })
    least = Infinity
    for (let round = 0; round < 3; round++) {
      killAfterWrite(path)
      least = Math.min(least, await startMs(path))
    }
    kit.row({ name: `${name}, after it was killed`, ours: least, unit: 'ms', aim: 3_000 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function startMs(path) {
  const watch = createStopwatch()
  const opened = await createLmdbStore({ path })
  const ms = watch.elapsedMs()
  await opened.close()
  return ms
}

/** Ends a process that has written and compacted, so that its last snapshot of the index is too old. */
function killAfterWrite(path) {
  const script = `
    import { createLmdbStore } from ${JSON.stringify(lmdbModule)}
    const store = await createLmdbStore({ path: ${JSON.stringify(path)} })
    await store.put('/registry/configmaps/default/map-0', { before: 'x', after: '' })
    await store.compact(store.revision())
    process.kill(process.pid, 'SIGKILL')`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  if (signal !== 'SIGKILL') throw new Error('the process that is killed has failed')
}
