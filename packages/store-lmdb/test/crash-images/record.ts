// Records the system calls of a run against a new store: npm run crash:record. Needs strace.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLmdbStore } from '../../src/index.ts'
import { readTrace } from './read-trace.ts'
import { writeRecording } from './recording.ts'

const calls = 'openat,lseek,write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,msync,mmap,ftruncate,fallocate'
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'pinnace-record-')))
try {
  const trace = join(directory, 'trace')
  const path = join(directory, 'store.lmdb')
  const store = await createLmdbStore({ path: directory })
  await store.close()
  const file = readFileSync(path)
  const typescript = new URL('../../../../conformance/differential/typescript.mjs', import.meta.url).href
  const writer = fileURLToPath(new URL('../fixtures/recorded-writer.ts', import.meta.url))
  const node = [process.execPath, '--conditions=@pinnace/source', '--import', typescript, writer, directory]
  const flags = ['-f', '-y', '-xx', '-s', '10000000', '-e', `trace=${calls}`, '-o', trace]
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const run = spawnSync('strace', [...flags, ...node], { cwd, encoding: 'utf8', maxBuffer: 1 << 24 })
  if (run.status !== 0) throw new Error(`strace has failed: ${run.error?.message ?? run.stderr}`)
  const steps = readTrace(readFileSync(trace, 'latin1'), path)
  const bytes = writeRecording({ file, steps })
  const writes = steps.filter(({ type }) => type === 'write').length
  const syncs = steps.filter(({ type }) => type === 'sync').length
  console.log(`${steps.length} steps, ${writes} writes, ${syncs} syncs, ${bytes} bytes`)
} finally {
  rmSync(directory, { recursive: true })
}
