// The type tables and TypeScript interfaces of the built-in types, made from the facts in packages/types/facts and the
// descriptions in packages/types/src/descriptions.
// Fails where the committed sources differ from what the facts give; `--write` (npm run types:write) writes them.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { readDescriptions } from './read-descriptions.mjs'
import { generatedHeader, renderTypes } from './render-types.mjs'
import { readTypeFacts } from './type-facts.mjs'
import { root } from './workspace.mjs'

const target = join(root, 'packages', 'types', 'src')
const formatOptions = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'))
const isWriting = process.argv.includes('--write')

const modules = await formatAll(renderTypes(readTypeFacts(), await readDescriptions()))
const stale = [...modules].filter(([name, code]) => code !== textOf(name))
const orphans = readdirSync(target, { recursive: true }).filter(
  (name) => textOf(name)?.startsWith(generatedHeader) && !modules.has(name),
)
if (isWriting) {
  for (const [name, code] of stale) writeFileSync(join(target, name), code)
  for (const name of orphans) rmSync(join(target, name))
}
for (const [name] of stale) console.log(`${isWriting ? 'wrote' : 'differs from the facts:'} ${name}`)
for (const name of orphans) console.log(`${isWriting ? 'removed' : 'has no facts:'} ${name}`)
if (!isWriting && stale.length + orphans.length > 0) {
  console.log('run npm run types:write')
  process.exitCode = 1
}

function textOf(name) {
  const path = join(target, name)
  return path.endsWith('.ts') && existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

async function formatAll(texts) {
  const formatted = new Map()
  for (const [name, text] of texts) {
    const { code, errors } = await format(name, text, formatOptions)
    if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`)
    formatted.set(name, code)
  }
  return formatted
}
