// Brings the parts of the pages that are made from the code up to date.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pagesToInstall, writeInstallLine } from './install-lines.mjs'
import { root } from './workspace.mjs'

for (const page of pagesToInstall()) writeInstallLine(page)
spawnSync(process.execPath, [join(root, 'scripts', 'check-diagrams.mjs'), '--write'], { cwd: root, stdio: 'inherit' })

const vitest = join(root, 'node_modules', '.bin', 'vitest')
const { status } = spawnSync(
  vitest,
  ['run', 'scripts/test/pages.test.ts', 'scripts/test/admission-errors.test.ts', 'scripts/test/zod-page.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PINNACE_WRITE_DOCS: '1' },
  },
)
process.exitCode = status ?? 1
