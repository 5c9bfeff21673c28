// Renders the zod schema of options as the table in the sources and as the page of the docs.
import { toJSONSchema } from '../packages/server/schema/to-json-schema.mjs'

const source = 'packages/server/schema/server-options.mjs'

/** Members of the table; the rest of a schema is for the page. */
const checked = ['type', 'title', 'enum', 'minimum', 'maximum', 'minLength', 'minItems', 'required']

/** The schema as JSON Schema, with what the table and the page use. */
export function toOptionSchema(schema) {
  return simplify(toJSONSchema(schema))
}

function simplify(schema) {
  const { const: constant, items, properties, additionalProperties, anyOf, minimum, maximum, ...rest } = schema
  const isOpen = additionalProperties === undefined || isEmpty(additionalProperties)
  return {
    ...rest,
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(items === undefined ? {} : { items: simplify(items) }),
    ...(properties === undefined ? {} : { properties: mapValues(properties, simplify) }),
    ...(isOpen ? {} : { additionalProperties: additionalProperties && simplify(additionalProperties) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(simplify) }),
  }
}

function isEmpty(schema) {
  return typeof schema === 'object' && Object.keys(schema).length === 0
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]))
}

/** The module with the table. Each object of the options is compared with its type when the sources are compiled. */
export function renderOptionTable(schema) {
  return `// Made by scripts/generate-options.mjs from ${source}; do not edit.
import type { ElementOf, MemberOf, MembersOf, OptionSchema } from './option-schema.ts'
import type { ServerOptions } from './server-options.ts'

/** What the options of \`createServer\` are checked against. */
export const serverOptionsTable: OptionSchema = ${renderSchema(schema, 'ServerOptions')}
`
}

function renderSchema(schema, type) {
  const members = checked
    .filter((name) => schema[name] !== undefined)
    .map((name) => `${name}: ${JSON.stringify(schema[name])}`)
  const { items, properties, additionalProperties, anyOf } = schema
  const isClosed = additionalProperties === false
  if (items !== undefined) members.push(`items: ${renderSchema(items, `ElementOf<${type}>`)}`)
  if (properties !== undefined) {
    const rendered = Object.entries(properties).map(
      ([name, member]) => `${name}: ${renderSchema(member, `MemberOf<${type}, '${name}'>`)}`,
    )
    members.push(`properties: { ${rendered.join(', ')} }`)
  }
  if (isClosed) members.push('additionalProperties: false')
  else if (additionalProperties !== undefined) {
    members.push(`additionalProperties: ${renderSchema(additionalProperties, 'unknown')}`)
  }
  if (anyOf !== undefined) members.push(`anyOf: [${anyOf.map((branch) => renderSchema(branch, type)).join(', ')}]`)
  const text = `{ ${members.join(', ')} }`
  return isClosed ? `(${text} satisfies MembersOf<${type}>)` : text
}

/** The page with every option. */
export function renderOptionsPage(schema) {
  const sections = Object.entries(schema.properties)
  const plain = sections.map(([name, member]) => row(name, member, schema))
  const nested = sections
    .map(([name, member]) => [name, rowsBelow(name, member)])
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => `## \`${name}\`\n\n${head}\n${rows.join('\n')}\n`)
  return `# Server options

<!-- Made by scripts/generate-options.mjs from ${source}; do not edit. -->

The options of \`createServer\`. All are optional; in the tables below, a member marked *required* must be present in its
object. An unknown or ill-typed member at any depth is a \`TypeError\` that names its path:
\`createServer: maxInFlight.readng is not an option (did you mean reading?)\`.

${head}
${plain.join('\n')}

${nested.join('\n')}`
}

const head = '| option | type | default | description |\n|---|---|---|---|'

function rowsBelow(path, schema) {
  if (schema.items !== undefined) return rowsBelow(`${path}[]`, schema.items)
  if (schema.additionalProperties !== false) return []
  return Object.entries(schema.properties).flatMap(([name, member]) => [
    row(`${path}.${name}`, member, schema, name),
    ...rowsBelow(`${path}.${name}`, member),
  ])
}

function row(path, member, { required = [] }, name = path) {
  const { description, default: value, defaultText = '' } = member
  if (description === undefined || description === '') throw new Error(`${path} has no description`)
  const text = required.includes(name) ? '*required*' : value === undefined ? defaultText : `\`${showDefault(value)}\``
  return `| \`${path}\` | ${typeOf(member)} | ${text} | ${description.replaceAll('|', '\\|')} |`
}

function showDefault(value) {
  return JSON.stringify(value).replaceAll('"', "'")
}

function typeOf({ type, title, enum: names, anyOf, items, additionalProperties }) {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (names !== undefined) return names.map((name) => `\`'${name}'\``).join(', ')
  if (items !== undefined) return `array of ${items.enum === undefined ? plural(typeOf(items)) : typeOf(items)}`
  if (title !== undefined) return title.replace(/^an? /, '')
  if (typeof additionalProperties === 'object') return `object of ${plural(typeOf(additionalProperties))}`
  return type ?? 'any'
}

function plural(noun) {
  return noun.startsWith('array of') ? noun.replace('array', 'arrays') : `${noun}s`
}
