// Installs the workspace with the one package manager version the lockfile was written by.
// Needs Node and npm only. A run with nothing to do costs a hash of the manifests.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageManager, root } from './workspace.mjs'

const stamp = join(root, 'node_modules', '.pinnace-setup')
const quiet = process.argv.includes('--quiet')

const fingerprint = hashManifests()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) {
  const frozen = existsSync(join(root, 'pnpm-lock.yaml')) ? ['--frozen-lockfile'] : []
  const result = spawnSync('npx', ['--yes', packageManager, 'install', ...frozen, ...(quiet ? ['--silent'] : [])], {
    cwd: root,
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    env: { ...process.env, npm_config_loglevel: 'error' },
  })
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
  writeFileSync(stamp, fingerprint)
}

function hashManifests() {
  const hash = createHash('sha256').update(process.version).update(packageManager)
  const workspaces = ['packages', 'examples'].flatMap((folder) => childFolders(join(root, folder)))
  for (const folder of [root, ...workspaces, join(root, 'bench'), join(root, 'conformance')]) {
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
