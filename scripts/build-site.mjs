// Builds the documentation site into docs/.vitepress/dist. Fails for a link that leads nowhere.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const docs = join(root, 'docs')
const { status } = spawnSync(join(docs, 'node_modules', '.bin', 'vitepress'), ['build'], {
  cwd: docs,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
