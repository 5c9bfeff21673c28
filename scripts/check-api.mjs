// Fails when the public API of a package is not that of its api.d.ts.golden; `--write` makes the files anew. Needs the
// declarations that `tsc -b` emits.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiOf } from './api.mjs'
import { packageFolders, root } from './workspace.mjs'

let errors = 0
for (const folder of packageFolders()) {
  const path = join(root, 'packages', folder, 'api.d.ts.golden')
  const api = apiOf(folder)
  const golden = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (api === golden) continue
  if (process.argv.includes('--write')) {
    writeFileSync(path, api)
    console.log(`wrote packages/${folder}/api.d.ts.golden`)
    continue
  }
  errors++
  console.error(`packages/${folder}: the public API is not that of api.d.ts.golden`)
  for (const line of differences(golden, api)) console.error(`  ${line}`)
}
if (errors > 0) {
  console.error('where the change is meant, run npm run api:write and describe it in CHANGELOG.md')
  process.exitCode = 1
}

/** Lines that are in one text only, at most twenty. */
function differences(before, after) {
  const old = new Set(before.split('\n'))
  const now = new Set(after.split('\n'))
  const gone = [...old].filter((line) => !now.has(line)).map((line) => `- ${line}`)
  const added = [...now].filter((line) => !old.has(line)).map((line) => `+ ${line}`)
  return [...gone, ...added].slice(0, 20)
}
