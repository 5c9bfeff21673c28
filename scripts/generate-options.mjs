// The table that createServer checks its options against, and docs/reference/server-options.md, made from the zod schema
// in packages/server/schema. Fails where a committed file differs; `--write` (npm run options:write) writes them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { renderOptionsPage, renderOptionTable, toOptionSchema } from './render-options.mjs'
import { root } from './workspace.mjs'
import { serverOptions } from '../packages/server/schema/server-options.mjs'

const formatOptions = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'))
const schema = toOptionSchema(serverOptions)
const table = 'packages/server/src/server/server-options-table.ts'
const { code, errors } = await format(table, renderOptionTable(schema), formatOptions)
if (errors.length > 0) throw new Error(`${table}: ${errors[0].message}`)

const stale = [
  [table, code],
  ['docs/reference/server-options.md', renderOptionsPage(schema)],
].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
const isWriting = process.argv.includes('--write')
for (const [path, text] of stale) {
  if (isWriting) writeFileSync(join(root, path), text)
  console.log(`${isWriting ? 'wrote' : 'differs from the schema:'} ${path}`)
}
if (!isWriting && stale.length > 0) {
  console.log('run npm run options:write')
  process.exitCode = 1
}
