// Fails when a file that is kept names the registry it was installed from: the next machine may have another.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostErrors } from './hosts.mjs'
import { root } from './workspace.mjs'

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\0')
  .filter((file) =>
    /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|[^/]*lock[^/]*\.(?:ya?ml|json)|package\.json|pnpm-workspace\.yaml)$/.test(
      file,
    ),
  )
const errors = files.flatMap((file) => hostErrors(file, readFileSync(join(root, file), 'utf8')))
if (!files.includes('pnpm-lock.yaml')) errors.push('pnpm-lock.yaml is missing')
for (const error of errors) console.error(error)
process.exitCode = errors.length === 0 ? 0 : 1
