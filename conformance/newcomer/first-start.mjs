// Times the first `npm start` of a fresh clone with empty caches, and prints what it downloads and installs.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/workspace.mjs'

/** The most that a first start may install into the clone, and keep in caches outside it, MiB. */
const maxInstalled = 80
const maxCached = 220

const folder = mkdtempSync(join(tmpdir(), 'pinnace-first-start-'))
try {
  const clone = join(folder, 'clone')
  const home = join(folder, 'home')
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone])
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const started = performance.now()
  await startOnce(clone, {
    ...process.env,
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    npm_config_cache: join(home, 'npm'),
    npm_config_registry: registry,
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  const installed = sizeOf(join(clone, 'node_modules'))
  const packages = readdirSync(join(clone, 'node_modules', '.pnpm')).filter((name) => name.includes('@'))
  console.log(`first start: ${seconds} s to "serving"`)
  console.log(`installed: ${mebibytes(installed)} MiB in ${packages.length} packages of other authors`)
  const cached = sizeOf(home)
  console.log(`caches and store: ${mebibytes(cached)} MiB`)
  for (const [part, path] of Object.entries({
    'npm and pnpm itself (npx)': 'npm',
    'packages (pnpm store)': 'data',
    'metadata (pnpm)': 'cache',
  })) {
    if (existsSync(join(home, path)))
      console.log(`  ${String(mebibytes(sizeOf(join(home, path)))).padStart(4)} MiB ${part}`)
  }
  const largest = packages.map((name) => [sizeOf(join(clone, 'node_modules', '.pnpm', name)), name])
  for (const [bytes, name] of largest.sort(([one], [other]) => other - one).slice(0, 8)) {
    console.log(`  ${String(mebibytes(bytes)).padStart(4)} MiB ${name}`)
  }
  if (installed > maxInstalled * 2 ** 20) throw new Error(`a first start installs more than ${maxInstalled} MiB`)
  if (cached > maxCached * 2 ** 20) throw new Error(`a first start keeps more than ${maxCached} MiB outside the clone`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs `npm start` until it serves, and stops it. */
function startOnce(cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['start', '--', '--secure-port=0'], { cwd, env, detached: true })
    let output = ''
    let isServing = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (isServing || !/https:\/\/127\.0\.0\.1:\d+/.test(output)) return
        isServing = true
        // npm, its shell and the command are a process group of their own.
        process.kill(-child.pid, 'SIGTERM')
      })
    }
    child.on('error', reject)
    child.on('close', (code) => {
      if (process.argv.includes('--verbose')) console.log(output)
      if (isServing) resolve()
      else reject(new Error(`npm start ended with ${code}:\n${output.slice(-2000)}`))
    })
  })
}

/** The bytes of the files below a folder. Links are not followed, and a file with several names counts once. */
function sizeOf(path, seen = new Set()) {
  let bytes = 0
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) bytes += sizeOf(child, seen)
    if (!entry.isFile()) continue
    const { ino, size } = statSync(child)
    if (seen.has(ino)) continue
    seen.add(ino)
    bytes += size
  }
  return bytes
}

function mebibytes(bytes) {
  return Math.round(bytes / 2 ** 20)
}
