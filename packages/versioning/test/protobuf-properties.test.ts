import { builtInResources } from '@pinnace/kinds'
import { cloneJson, kubernetesVocabulary, setMember } from '@pinnace/meta'
import { compileDecoder, type ObjectSchema, type Schema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadProtobuf } from '../src/index.ts'

const { decodeProtobuf, encodeProtobuf } = await loadProtobuf()

const kinds = [
  ...(await builtInResources(kubernetesVocabulary)).map(({ group, version, kind, schema }) => ({
    name: `${group}/${version} ${kind}`,
    schema: schema(),
  })),
  ...['autoscaling.v1.Scale', 'policy.v1.Eviction', 'core.v1.Binding', 'meta.v1.DeleteOptions', 'meta.v1.Status'].map(
    (name) => ({ name, schema: loadType(name) }),
  ),
]

describe('protobuf of every kind', () => {
  it.each(kinds)('gives back what JSON gives back: $name', ({ schema }) => {
    const decode = compileDecoder(schema)
    assert(
      property(integer(), (seed) => {
        const generated = generate(schema, choices(seed), 0) as Record<string, unknown>
        const fromJson = decode(cloneJson(generated), undefined)
        const fromProtobuf = decode(decodeProtobuf(schema, encodeProtobuf(schema, fromJson)), undefined)
        expect(fromProtobuf).toEqual(fromJson)
        expect(decode(decodeProtobuf(schema, encodeProtobuf(schema, generated)), undefined)).toEqual(fromJson)
      }),
      { numRuns: 40 },
    )
  })
})

/** A number from 0 below `count`, as a seed has it. */
type Choose = (count: number) => number

function choices(seed: number): Choose {
  let state = seed | 0
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}

const texts = ['', 'a', 'some words', 'ü', '漢字', '😀', 'x'.repeat(200), '"\\\n\u0000', '__proto__', 'constructor']
const keys = ['a', 'b.c/d', 'é', '__proto__', 'toString']
const quantities = ['0', '1', '500m', '128Mi', '1500m', '1e3', '0.25', '-5']
const times = ['1970-01-01T00:00:00Z', '2024-02-29T23:59:59Z', '1901-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
const documents = [{}, { a: 1 }, { 'f:metadata': { '.': {} }, l: [1, null, 'x', { y: true }] }]

// Lists and maps have entries where they are there at all: protobuf does not tell an empty one from none.
function generate(schema: Schema, choose: Choose, depth: number): unknown {
  const one = <T>(values: readonly T[]): T => values[choose(values.length)]!
  switch (schema.type) {
    case 'object':
      return generateStruct(schema, choose, depth)
    case 'list':
      return Array.from({ length: 1 + choose(2) }, () => generate(schema.items, choose, depth + 1))
    case 'map': {
      const map = {}
      for (let count = 1 + choose(2); count > 0; count--)
        setMember(map, one(keys), generate(schema.values, choose, depth + 1))
      return map
    }
    case 'integer':
      if (schema.format === 'int64') return one([0, 1, -1, 2 ** 40, -(2n ** 63n), 2n ** 63n - 1n])
      return one([0, 1, -1, 2147483647, -2147483648])
    case 'number':
      return one([0, 1.5, -1e300])
    case 'boolean':
      return choose(2) === 1
    case 'int-or-string':
      return one([0, 80, -1, '25%', ''])
    case 'raw':
    case 'any':
      return one(documents)
    default:
      return generateText(schema.format, one)
  }
}

function generateText(format: string | undefined, one: <T>(values: readonly T[]) => T): string {
  switch (format) {
    case 'bytes':
      return one(['', 'AP8=', 'AAEC'])
    case 'time':
      return one(times)
    case 'micro-time':
      return one(times).replace('Z', one(['.000000Z', '.000001Z', '.999999Z']))
    case 'duration':
      return one(['0s', '1h2m3s', '-1.5s', '1ns'])
    case 'quantity':
      return one(quantities)
    default:
      return one(texts)
  }
}

function generateStruct(schema: ObjectSchema, choose: Choose, depth: number): object {
  const struct = {}
  for (const { name, schema: type, numbers } of schema.fields.values()) {
    // Kind and apiVersion are in the envelope; those of objects within objects are not sent at all.
    if (numbers === undefined) continue
    if (choose(depth < 2 ? 2 : 4 + depth * 2) !== 0) continue
    setMember(struct, name, schemaUnion(schema, name, choose, depth) ?? generate(type, choose, depth + 1))
  }
  return struct
}

function schemaUnion(owner: ObjectSchema, name: string, choose: Choose, depth: number): unknown {
  if (owner.name !== 'apiextensions.v1.JSONSchemaProps') return undefined
  const nested = (): object =>
    compileDecoder(owner)(generateStruct(owner, choose, depth + 2) as Record<string, unknown>, undefined)
  switch (name) {
    case 'items':
      return choose(2) === 0 ? nested() : [nested(), nested()]
    case 'additionalItems':
    case 'additionalProperties':
      return choose(2) === 0 ? nested() : choose(2) === 0
    case 'dependencies':
      return { a: choose(2) === 0 ? nested() : ['x', ''] }
    default:
      return undefined
  }
}
