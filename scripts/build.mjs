// Builds every package into its dist/ folder: declarations by the compiler, code by the bundler. With nothing changed
// it costs a look at the time stamps. `--code-only` leaves the declarations out, and needs no compiler.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolders, root } from './workspace.mjs'

/** Folders without sources. */
const leftOut = new Set(['dist', 'node_modules'])
/** When the paths that were looked at changed last: two packages contain all others. */
const known = new Map()

const quiet = process.argv.includes('--quiet')
const shown = process.argv.includes('--progress')
const started = performance.now()
const codeOnly = process.argv.includes('--code-only')
if (!codeOnly) emitDeclarations()
// The command does not need the bundle for browsers, nor what it is made of.
const stale = packageFolders().filter((folder) => !(codeOnly && folder === 'browser') && isStale(folder))
if (stale.length > 0) {
  const { bundlePackage } = await import('./bundler/bundle.mjs')
  for (const [index, folder] of stale.entries()) {
    if (shown) console.log(`building ${index + 1} of ${stale.length}: ${folder}`)
    if (folder === 'browser') await (await import('./bundler/bundle-browser.mjs')).bundleBrowser()
    else await bundlePackage(folder)
    if (folder === 'cli') await (await import('./bundler/bundle-launcher.mjs')).bundleLauncher()
    if (folder === 'inspector') await (await import('./bundler/bundle-page.mjs')).bundlePage()
    writeFileSync(stampOf(folder), '')
  }
}
if (!quiet) console.log(`built ${packageFolders().length} packages in ${Math.round(performance.now() - started)} ms`)

function emitDeclarations() {
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const result = spawnSync(tsc, ['-b', ...packageFolders().map((folder) => join('packages', folder))], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
}

function isStale(folder) {
  const stamp = stampOf(folder)
  if (!existsSync(stamp)) return true
  const builtMs = statSync(stamp).mtimeMs
  const inputs = [
    'scripts/build.mjs',
    'scripts/bundler/bundle.mjs',
    ...(folder === 'inspector' ? ['scripts/bundler/bundle-page.mjs'] : []),
    ...(folder === 'browser' ? ['scripts/bundler/bundle-browser.mjs'] : []),
    ...(folder === 'cli' ? ['scripts/bundler/bundle-launcher.mjs'] : []),
    `packages/${folder}/package.json`,
  ]
  const own = [`packages/${folder}/src`, `packages/${folder}/page`, `packages/${folder}/node`]
  // The bundles for browsers and for launchers contain the other packages.
  const others = ['browser', 'cli'].includes(folder) ? packageFolders().map((one) => `packages/${one}/src`) : []
  return [...inputs, ...own, ...others].some((path) => newestBelow(join(root, path)) >= builtMs)
}

/** When a file was changed, or the newest of a folder, its subfolders and their sources; 0 where there is nothing. */
function newestBelow(path) {
  let newest = known.get(path)
  if (newest === undefined) known.set(path, (newest = findNewest(path)))
  return newest
}

function findNewest(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  let newest = stats.mtimeMs
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const { name } = entry
    const isInput = entry.isDirectory() ? !leftOut.has(name) : /\.(?:tsx?|css|html)$/.test(name)
    if (isInput && !name.startsWith('.')) newest = Math.max(newest, findNewest(join(path, name)))
  }
  return newest
}

function stampOf(folder) {
  return join(root, 'packages', folder, 'dist', '.bundled')
}
