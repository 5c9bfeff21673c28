import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileDecoder, compileDefaults, compileValidator, DecodeError, prune } from '../src/index.ts'
import { FieldErrors } from '@pinnace/meta'
import { load } from './types.ts'

// Keys that mean something to the types, keys that mean something to JavaScript, and others.
const key = fc.constantFrom(
  'metadata',
  'spec',
  'status',
  'template',
  'containers',
  'name',
  'labels',
  'ports',
  'resources',
  'limits',
  'replicas',
  'selector',
  'conditions',
  'creationTimestamp',
  '__proto__',
  'constructor',
  'toString',
  'other',
)
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    2 ** 40,
    10n ** 18n,
    10n ** 30n,
    '',
    'a',
    '1Gi',
    '0.1',
    '2026-01-02T03:04:05Z',
  ),
  fc.string(),
)
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(objectOf),
  ),
}))
const anyObject = fc.array(fc.tuple(key, anyValue), { maxLength: 6 }).map(objectOf)

/** Own properties only, as parsing JSON makes them. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const object = {}
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
  }
  return object
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item))

function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T
  if (typeof value !== 'object' || value === null) return value
  return objectOf(Object.entries(value).map(([name, item]) => [name, copy(item)] as const)) as T
}

const types = ['apps.v1.Deployment', 'core.v1.PodSpec', 'core.v1.Secret', 'meta.v1.ObjectMeta', 'x.v1.Tree']
const prototype = text(Object.getOwnPropertyNames(Object.prototype).sort())

describe('decoding whatever is sent', () => {
  it.each(types)('answers %s with an object or a DecodeError, and reads its own answer as it is', (type) => {
    const decode = compileDecoder(load(type))
    fc.assert(
      fc.property(anyObject, (value) => {
        let once: object
        try {
          once = decode(copy(value))
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
          return
        }
        const unknown: string[] = []
        expect(text(decode(copy(once), (path) => unknown.push(path)))).toBe(text(once))
        expect(unknown).toEqual([])
      }),
      { numRuns: 400 },
    )
    expect(text(Object.getOwnPropertyNames(Object.prototype).sort())).toBe(prototype)
  })

  it.each(types)("reads, fills, prunes and judges %s as a host's kind without throwing", (type) => {
    const schema = load(type)
    const decode = compileDecoder(schema, { goSemantics: false })
    const fill = compileDefaults(schema)
    const validate = compileValidator(schema)
    fc.assert(
      fc.property(anyObject, (value) => {
        const decoded = decode(copy(value))
        fill(decoded)
        validate(decoded, new FieldErrors())
        // Decoding has left nothing to prune, and defaults bring nothing that is not known.
        expect(prune(decoded, schema)).toEqual([])
      }),
      { numRuns: 300 },
    )
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
