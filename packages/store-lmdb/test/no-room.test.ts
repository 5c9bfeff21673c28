import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkLmdbStore, createLmdbStore } from '../src/index.ts'

const typescript = new URL('../../../conformance/differential/typescript.mjs', import.meta.url).href
const canLimit = spawnSync('prlimit', ['--version']).status === 0
if (!canLimit) console.log('prlimit is not installed; nothing was judged')

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'pinnace-room-'))
})
afterEach(() => {
  chmodSync(path, 0o700)
  rmSync(path, { recursive: true, force: true })
})

/** Runs a fixture over the directory in a process of its own, and returns what it prints. */
async function run(fixture: string): Promise<string> {
  const file = fileURLToPath(new URL(`./fixtures/${fixture}`, import.meta.url))
  const args = ['--conditions=@pinnace/source', '--import', typescript, file, path]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  return stdout.trim()
}

interface Result {
  readonly codes: readonly string[]
  readonly whenFull: number
  readonly refused: boolean
  readonly readable: boolean
  readonly watched: boolean
  readonly acknowledged: readonly (readonly [key: string, revision: string])[]
}

it.skipIf(!canLimit)(
  canLimit
    ? 'refuses writes while there is no room, reads and watches go on, and writes succeed again when there is room'
    : 'prlimit is not installed; nothing was judged',
  async () => {
    const { acknowledged, ...result } = JSON.parse(await run('full-disk.ts')) as Result
    expect(result).toEqual({
      codes: ['Full'],
      whenFull: expect.any(Number),
      refused: true,
      readable: true,
      watched: true,
    })
    expect(result.whenFull).toBeGreaterThan(0)
    expect(acknowledged).toHaveLength(result.whenFull + 16)
    // Nothing else was stored, and no probe is left.
    expect(readdirSync(path).toSorted()).toEqual(['store.lmdb', 'store.lmdb-lock'])
    expect(await checkLmdbStore(path)).toMatchObject({ keys: acknowledged.length + 1, errors: [] })
    const store = await createLmdbStore({ path })
    for (const [key, revision] of acknowledged) expect(String(store.get(key)?.modRevision)).toBe(revision)
    await store.close()
  },
  90_000,
)

it('does not start in a directory that cannot be written', async () => {
  chmodSync(path, 0o555)
  expect(await run('read-only.ts')).toContain(`Unavailable ${path}/store.lmdb: EACCES: permission denied`)
  expect(readdirSync(path)).toEqual([])
}, 90_000)
