// Installs the workspace with the one package manager version the lockfile was written by.
// Needs Node and npm only. A run with nothing to do costs a hash of the manifests. `--start` installs what `npm start`
// needs and no more.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageManager, root } from './workspace.mjs'

const stamp = join(root, 'node_modules', '.pinnace-setup')
const startStamp = join(root, 'node_modules', '.pinnace-start')
const quiet = process.argv.includes('--quiet')
// Where everything has been installed before, everything is again: the development dependencies would be removed otherwise.
const startOnly = process.argv.includes('--start') && !existsSync(stamp)

/**
 * What the command needs: its package with those it depends on, and the bundler. The packages are those of the lockfile,
 * by hash; checking their age as well, as the whole installation does, would download 139 MiB of metadata (decision 41).
 */
const startFilters = [
  '--config.minimumReleaseAge=0',
  '--prod',
  '--filter',
  '@pinnace/cli...',
  '--filter',
  'pinnace-bundler',
]

const fingerprint = hashManifests()
if (!isFresh(stamp) && !(startOnly && isFresh(startStamp))) {
  const frozen = existsSync(join(root, 'pnpm-lock.yaml')) ? ['--frozen-lockfile'] : []
  if (startOnly) console.log(`first start: installing what the server needs into ${join(root, 'node_modules')}`)
  const started = performance.now()
  install([...frozen, ...(startOnly ? startFilters : []), ...(quiet ? ['--silent'] : [])])
  const seconds = Math.round((performance.now() - started) / 1000)
  if (startOnly) console.log(`installed in ${seconds} s; npm test installs the rest, for tests and checks`)
  writeFileSync(startOnly ? startStamp : stamp, fingerprint)
}

function isFresh(path) {
  return existsSync(path) && readFileSync(path, 'utf8') === fingerprint
}

function install(options) {
  // Within `npx -p node@24 npm test` they say which package the outer npx runs a command of.
  const { npm_config_package: _package, npm_config_call: _call, ...env } = process.env
  const result = spawnSync('npx', ['--yes', packageManager, 'install', ...options], {
    cwd: root,
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    env: { ...env, npm_config_loglevel: 'error' },
  })
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
}

function hashManifests() {
  const hash = createHash('sha256').update(process.version).update(packageManager)
  const workspaces = ['packages', 'examples'].flatMap((folder) => childFolders(join(root, folder)))
  const others = ['bench', 'conformance', 'docs', 'scripts/bundler'].map((folder) => join(root, folder))
  for (const folder of [root, ...workspaces, ...others]) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) hash.update(manifest.slice(root.length)).update(readFileSync(manifest))
  }
  for (const name of ['pnpm-workspace.yaml', 'pnpm-lock.yaml']) {
    if (existsSync(join(root, name))) hash.update(readFileSync(join(root, name)))
  }
  return hash.digest('hex')
}

function childFolders(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
}
