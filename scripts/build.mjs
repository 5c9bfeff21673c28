// Compiles every package into its dist/ folder. With nothing changed it costs a look at the time stamps.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { packageFolders, root } from './workspace.mjs'

const quiet = process.argv.includes('--quiet')
const tsc = join(root, 'node_modules', '.bin', 'tsc')
const started = performance.now()
const result = spawnSync(tsc, ['-b', ...packageFolders().map((folder) => join('packages', folder))], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (result.error) throw result.error
if (result.status !== 0) process.exit(result.status ?? 1)
if (!quiet) console.log(`built ${packageFolders().length} packages in ${Math.round(performance.now() - started)} ms`)
