// Reads the facts about built-in types: packages/types/facts/*.jsonl, whose README describes a line.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/** Where the facts are, from the root of the workspace. */
export const factsFolder = 'packages/types/facts'

/** Members of a line that starts a type, and of a line that describes a field. */
const structMembers = new Set(['struct', 'structType'])
const fieldMembers = new Set([
  'inline',
  'name',
  'type',
  'goName',
  'goType',
  'no',
  'required',
  'omitempty',
  'omitzero',
  'pointer',
  'listType',
  'mapKeys',
  'mapType',
  'structType',
  'patchStrategy',
  'mergeKey',
  'default',
  'enum',
  'undescribed',
])

/** Every type, sorted by file and in the order of its file: `{ type, structType?, fields }`. */
export function readTypeFacts() {
  const folder = join(root, factsFolder)
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return names.sort().flatMap((name) => parseTypeFacts(name, readFileSync(join(folder, name), 'utf8')))
}

/** The types of one file of facts; a line that is none of the known shapes is an error that names the line. */
export function parseTypeFacts(name, text) {
  const types = []
  for (const [index, line] of text.trimEnd().split('\n').entries()) {
    const fact = parseLine(line)
    if (fact === undefined) throw new TypeError(`${name}:${index + 1}: not a JSON object: ${line}`)
    const isStruct = fact.struct !== undefined
    const known = isStruct ? structMembers : fieldMembers
    const unknown = Object.keys(fact).find((member) => !known.has(member))
    if (unknown !== undefined) throw new TypeError(`${name}:${index + 1}: unknown member "${unknown}"`)
    if (isStruct) {
      types.push({ type: fact.struct, ...(fact.structType && { structType: fact.structType }), fields: [] })
      continue
    }
    if (fact.inline === undefined && (fact.name === undefined || fact.type === undefined)) {
      throw new TypeError(`${name}:${index + 1}: a field has a name and a type, or is inline`)
    }
    const type = types.at(-1)
    if (type === undefined) throw new TypeError(`${name}:${index + 1}: a field before the first struct`)
    type.fields.push(fact)
  }
  return types
}

function parseLine(line) {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
