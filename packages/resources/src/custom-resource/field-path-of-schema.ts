import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { propsOf } from './schema-props.ts'

/** A path that leads somewhere, or why it does not. */
export type SchemaPath =
  | {
      readonly steps: readonly string[]
      /** The path as errors print it: `a.b[c]`. */
      readonly text: string
      readonly schema: JSONSchemaProps
      readonly problem?: undefined
    }
  | { readonly problem: string }

/** Follows a path of fields and keys of maps through a schema. Brackets are refused where `brackets` is false. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go, ValidFieldPath
export function followPath(path: string, root: JSONSchemaProps, brackets: boolean): SchemaPath {
  const tokens = tokensOf(path)
  const steps: string[] = []
  let schema = root
  let text = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    let name: string | undefined
    if (token === '[') {
      if (!brackets) return { problem: 'array notation is not allowed' }
      name = tokens[++at]
      if (name === undefined) return { problem: 'unexpected end of JSON path' }
      if (name.length < 2 || !name.startsWith("'") || !name.endsWith("'")) {
        return { problem: `expected single quoted string but got ${name}` }
      }
      name = name.slice(1, -1).replaceAll("\\'", "'")
      const close = tokens[++at]
      if (close !== ']')
        return { problem: close === undefined ? 'unexpected end of JSON path' : `expected ] but got ${close}` }
    } else if (token === '.') {
      name = tokens[++at]
      if (name === undefined) return { problem: 'unexpected end of JSON path' }
    } else return { problem: `expected [ or . but got: ${token}` }
    const next = descend(schema, name)
    if (next === undefined) return { problem: 'does not refer to a valid field' }
    steps.push(name)
    text += schema.properties === undefined ? `[${name}]` : `${text === '' ? '' : '.'}${name}`
    schema = next
  }
  return { steps, text, schema }
}

function descend({ properties, additionalProperties }: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  if (properties !== undefined) return Object.hasOwn(properties, name) ? properties[name] : undefined
  return propsOf(additionalProperties)
}

/** Dots and brackets, and the text between them; quoted text is one token. */
function tokensOf(path: string): readonly string[] {
  const tokens: string[] = []
  let at = 0
  while (at < path.length) {
    let end = at + 1
    if (path[at] === "'") {
      while (end < path.length && !(path[end] === "'" && path[end - 1] !== '\\')) end++
      end++
    } else if (!'.[]'.includes(path[at]!)) {
      while (end < path.length && !'.[]'.includes(path[end]!)) end++
    }
    tokens.push(path.slice(at, end))
    at = end
  }
  return tokens
}
