// Whether a process stays alive is known only to processes: each script below is one, with an in-process server.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'pinnace-lifetime-'))
const script = join(folder, 'lifetimes.mjs')

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'support', 'lifetimes.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@pinnace/source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs one script; a process that does not end by itself is killed, and its code is null. */
function run(name: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, name], { timeout: 15_000 })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

describe('a process stays alive', () => {
  it.each([
    'a watch that is read',
    'the sync of an informer that is awaited',
    'the sync of shared informers that is awaited',
    'a key that is awaited before it is due',
    'events that are flushed',
    'a call that waits to be tried again',
  ])('for %s, and ends by itself after that', async (name) => {
    expect(await run(name)).toEqual({ code: 0, stdout: 'done\n', stderr: '' })
  })

  it('for a candidate that waits for the lease of another, until it is stopped', async () => {
    const { code, stdout, stderr } = await run('a candidate that waits for the lease of another')
    expect({ code, stderr, lines: stdout.split('\n').sort() }).toEqual({
      code: 0,
      stderr: '',
      lines: ['', 'done', 'leads'],
    })
  })
})

describe('a process ends by itself', () => {
  it.each([
    'a server with informers, workers and events that nothing waits for',
    'a sync that is given up',
    'a candidate of a background task',
  ])('with %s', async (name) => {
    expect(await run(name)).toEqual({ code: 0, stdout: 'done\n', stderr: '' })
  })
})
