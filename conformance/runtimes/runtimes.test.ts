import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from './bundle.ts'
import { steps } from './tour.ts'

const run = promisify(execFile)
const limitMs = 300_000
const root = join(import.meta.dirname, '..', '..')

interface Runtime {
  readonly name: string
  /** What npm installs. */
  readonly package: string
  /** The command, below `node_modules/.bin`, and its arguments before the file. */
  readonly command: readonly [string, ...string[]]
  readonly file: 'program.mjs' | 'workerd.mjs'
}

const runtimes: readonly Runtime[] = [
  ...['22', '24', '26'].map((line): Runtime => {
    return { name: `Node ${line}`, package: `node@${line}`, command: ['node'], file: 'program.mjs' }
  }),
  { name: 'Bun', package: 'bun', command: ['bun', 'run'], file: 'program.mjs' },
  { name: 'Deno', package: 'deno', command: ['deno', 'run', '--allow-all'], file: 'program.mjs' },
  { name: 'workerd', package: 'miniflare', command: ['node'], file: 'workerd.mjs' },
]

const folder = mkdtempSync(join(tmpdir(), 'pinnace-runtimes-'))
const installed = new Map(
  await Promise.all(runtimes.map(async (runtime) => [runtime.name, await install(runtime)] as const)),
)

/** The folder of a runtime, or why it cannot be installed. */
async function install(runtime: Runtime): Promise<{ readonly path: string } | { readonly reason: string }> {
  const path = join(folder, runtime.name.replaceAll(' ', '-'))
  mkdirSync(path)
  writeFileSync(join(path, 'package.json'), '{ "private": true }')
  try {
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', runtime.package]
    await run('npm', args, { timeout: limitMs, cwd: path })
    return { path }
  } catch (error) {
    return { reason: String(error).split('\n')[0] ?? '' }
  }
}

describe('a server in process, in', () => {
  beforeAll(async () => {
    await bundle('program.ts', join(folder, 'program.mjs'))
    await bundle('worker.ts', join(folder, 'worker.mjs'))
  }, limitMs)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  for (const runtime of runtimes) {
    const place = installed.get(runtime.name)
    if (place === undefined || 'reason' in place) {
      it.skip(`${runtime.name}: nothing was judged, because ${runtime.package} cannot be installed`)
      continue
    }
    it(`${runtime.name} passes the tour`, { timeout: limitMs }, async () => {
      const file = join(place.path, runtime.file)
      if (runtime.file === 'workerd.mjs') writeFileSync(file, workerdProgram(join(folder, 'worker.mjs')))
      const [command, ...args] = runtime.command
      const program = runtime.file === 'workerd.mjs' ? file : join(folder, runtime.file)
      const binary = runtime.name === 'workerd' ? process.execPath : join(place.path, 'node_modules', '.bin', command)
      const { stdout, stderr } = await run(binary, [...args, program], { timeout: limitMs, cwd: place.path })
      const lines = stdout.split('\n').filter((line) => /^(?:ok|FAILED) /.test(line))
      expect(
        lines.filter((line) => line.startsWith('FAILED')),
        stderr,
      ).toEqual([])
      expect(lines.length).toBeGreaterThanOrEqual(Object.keys(steps).length)
    })
    if (!runtime.name.startsWith('Node ')) continue
    it(`${runtime.name} keeps the compiled code of the command`, { timeout: limitMs }, async () => {
      await run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet', '--code-only'], { timeout: limitMs })
      const cache = join(place.path, 'compile-cache')
      const node = join(place.path, 'node_modules', '.bin', 'node')
      const env = { ...process.env, NODE_COMPILE_CACHE: cache }
      await run(node, [join(root, 'packages', 'cli', 'bin', 'pinnace.js'), 'version'], { timeout: limitMs, env })
      expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(20)
    })
  }
})

/** Runs a worker in workerd, and prints what it answers. */
function workerdProgram(worker: string): string {
  return `import { Miniflare } from 'miniflare'
const miniflare = new Miniflare({
  modules: [{ type: 'ESModule', path: ${JSON.stringify(worker)} }],
  modulesRoot: ${JSON.stringify(folder)},
  compatibilityDate: '2026-01-01',
  compatibilityFlags: ['nodejs_compat'],
})
try {
  const response = await miniflare.dispatchFetch('http://worker/')
  console.log(await response.text())
} finally {
  await miniflare.dispose()
}
`
}
