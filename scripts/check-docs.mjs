// Fails when a page links to nothing, or a part made from the code is out of date.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { brokenLinks, pages } from './links.mjs'
import { root } from './workspace.mjs'

const errors = pages().flatMap((page) => brokenLinks(page))
for (const error of errors) console.error(error)
const vitest = join(root, 'node_modules', '.bin', 'vitest')
const { status } = spawnSync(vitest, ['run', 'scripts/test/pages.test.ts', 'scripts/test/zod-page.test.ts'], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = errors.length === 0 && status === 0 ? 0 : 1
