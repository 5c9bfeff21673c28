// Builds every package into its dist/ folder: declarations by the compiler, code by the bundler. With nothing changed
// it costs a look at the time stamps. `--code-only` leaves the declarations out, and needs no compiler.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, packageFolders, root } from './workspace.mjs'

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
  const roots = [...own, ...others].filter((path) => existsSync(join(root, path)))
  const sources = roots.flatMap((path) =>
    ['.ts', '.tsx', '.css', '.html'].flatMap((ending) => filesBelow(path, ending)),
  )
  const folders = roots.flatMap((path) =>
    readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.path, entry.name)),
  )
  return [...inputs, ...sources, ...roots]
    .map((path) => join(root, path))
    .concat(folders)
    .some((path) => statSync(path).mtimeMs >= builtMs)
}

function stampOf(folder) {
  return join(root, 'packages', folder, 'dist', '.bundled')
}
