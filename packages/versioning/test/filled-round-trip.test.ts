import { builtInResources } from '@pinnace/kinds'
import { formatJson, kubernetesVocabulary, parseJson, setMember } from '@pinnace/meta'
import { compileDecoder, compileEncoder, type ObjectSchema, type Schema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { describe, expect, it } from 'vitest'
import { formatYaml, loadProtobuf, parseYaml } from '../src/index.ts'

const { decodeProtobuf, encodeProtobuf } = await loadProtobuf()

const kinds = [
  ...(await builtInResources(kubernetesVocabulary)).map(({ group, version, kind, schema }) => ({
    name: `${group === '' ? version : `${group}/${version}`} ${kind}`,
    schema: schema(),
  })),
  ...['autoscaling.v1.Scale', 'policy.v1.Eviction', 'core.v1.Binding', 'authentication.v1.TokenRequest'].map(
    (name) => ({
      name,
      schema: loadType(name),
    }),
  ),
]

/** How often a type may stand within itself: a schema in a schema. */
const maxNesting = 2

/** An object with a value other than zero in every field, and the fields that it has. */
interface Filled {
  readonly object: object
  readonly fields: ReadonlySet<string>
}

function fillAll(schema: ObjectSchema): Filled {
  const fields = new Set<string>()
  let count = 0
  const next = (): number => (count = (count % 1000) + 1)
  const struct = (type: ObjectSchema, outer: readonly string[]): object => {
    const object = {}
    for (const { name, schema: of, numbers } of type.fields.values()) {
      fields.add(`${type.name}.${name}`)
      // Kind and version of an object are in the envelope of protobuf.
      if (numbers !== undefined || outer.length === 0) setMember(object, name, value(of, [...outer, type.name ?? '']))
      if (Object.hasOwn(object, name) && object[name as never] === undefined) Reflect.deleteProperty(object, name)
    }
    return object
  }
  const value = (of: Schema, outer: readonly string[]): unknown => {
    switch (of.type) {
      case 'object':
        if (outer.filter((name) => name === of.name).length >= maxNesting) return undefined
        return struct(of, outer)
      case 'list': {
        const items = [value(of.items, outer), value(of.items, outer)]
        return items[0] === undefined ? undefined : items
      }
      case 'map': {
        const entry = value(of.values, outer)
        return entry === undefined ? undefined : { [`key${next()}`]: entry, 'b.c/d': value(of.values, outer) }
      }
      case 'integer':
        return of.format === 'int64' ? 9_007_199_254_740_993n : 2_147_483_000 + (next() % 600)
      case 'number':
        return 0.5 + next()
      case 'boolean':
        return true
      case 'int-or-string':
        return next() % 2 === 0 ? next() : `${next()}%`
      case 'raw':
      case 'any':
        return outer.includes('apiextensions.v1.JSONSchemaProps')
          ? { description: 'x' }
          : { text: 'x', list: [1, { deep: true }] }
      default:
        return text(of.format)
    }
  }
  const text = (format: string | undefined): string => {
    switch (format) {
      case 'bytes':
        return Buffer.from(`bytes ${next()}`).toString('base64')
      case 'time':
        return `20${String(10 + (next() % 80))}-02-03T04:05:06Z`
      case 'micro-time':
        return '2024-02-29T23:59:59.000001Z'
      case 'duration':
        return `1h2m${1 + (next() % 58)}s`
      case 'quantity':
        return `${next()}m`
      default:
        // Words that YAML would read as something else.
        return ['yes', '1e3', '0x1F', 'null', '2024-01-01', 'ü 😀', 'a: b #c', ' x '][next() % 8] + String(next())
    }
  }
  return { object: struct(schema, []), fields }
}

describe('an object with all fields', () => {
  it.each(kinds)('loses nothing in JSON, YAML and protobuf, and these agree: $name', ({ schema }) => {
    const { object } = fillAll(schema)
    const decode = compileDecoder(schema)
    const unknown: string[] = []
    const read = (parsed: unknown): object =>
      decode(parsed as Record<string, unknown>, (path) => void unknown.push(String(path)))
    const filled = read(structuredClone(object))
    expect(unknown).toEqual([])
    // Decoding has dropped no field, so that the comparisons below are about all of them.
    expect(leavesOf(filled)).toEqual(leavesOf(object))

    const stored = compileEncoder(schema)(filled)
    expect(read(parseJson(Buffer.from(formatJson(stored))).value)).toEqual(filled)
    expect(read(parseYaml(formatYaml(filled)).value)).toEqual(filled)
    const envelope = {
      kind: (filled as { kind?: unknown }).kind,
      apiVersion: (filled as { apiVersion?: unknown }).apiVersion,
    }
    expect({ ...read(decodeProtobuf(schema, encodeProtobuf(schema, filled))), ...envelope }).toEqual({
      ...filled,
      ...envelope,
    })
    expect(unknown).toEqual([])
  })

  it('has all fields of the types', () => {
    const filled = new Set(kinds.flatMap(({ schema }) => [...fillAll(schema).fields]))
    const declared = new Set<string>()
    const visit = (of: Schema, seen: Set<Schema>): void => {
      if (seen.has(of)) return
      seen.add(of)
      if (of.type === 'list') visit(of.items, seen)
      else if (of.type === 'map') visit(of.values, seen)
      else if (of.type === 'object') {
        for (const { name, schema } of of.fields.values()) {
          declared.add(`${of.name}.${name}`)
          visit(schema, seen)
        }
      }
    }
    const seen = new Set<Schema>()
    for (const { schema } of kinds) visit(schema, seen)
    expect([...declared].filter((field) => !filled.has(field))).toEqual([])
    expect(filled.size).toBeGreaterThan(2000)
  })
})

/** The paths of everything that is no object and no list. */
function leavesOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value)
    .flatMap(([key, member]) => leavesOf(member, `${path}/${key}`))
    .sort()
}
