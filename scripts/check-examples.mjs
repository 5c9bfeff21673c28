// Compiles the code of the pages against the declarations that `tsc -b` has written, as a user does.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blocksOf, fileOf, pagesWithCode } from './examples.mjs'
import { root } from './workspace.mjs'

const blocks = pagesWithCode().flatMap((page) =>
  blocksOf(page).map(({ line, code }) => ({ file: fileOf(page, line).replace(/\.ts$/, '.types.ts'), code })),
)
for (const { file, code } of blocks) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${code}\nexport {}\n`)
}
const config = join(root, 'node_modules', '.cache', 'examples.tsconfig.json')
mkdirSync(dirname(config), { recursive: true })
const compilerOptions = {
  incremental: false,
  tsBuildInfoFile: null,
  customConditions: [],
  noPropertyAccessFromIndexSignature: false,
}
const files = blocks.map(({ file }) => file)
writeFileSync(
  config,
  JSON.stringify({ extends: join(root, 'tsconfig.tests.json'), compilerOptions, include: [], files }),
)
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', config], { cwd: root, stdio: 'inherit' })
for (const file of files) rmSync(file, { force: true })
process.exitCode = blocks.length > 10 ? (status ?? 1) : 1
