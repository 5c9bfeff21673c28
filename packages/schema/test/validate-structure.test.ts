import { FieldErrors } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  compileDecoder,
  compileValidator,
  DecodeError,
  validateChange,
  type ObjectSchema,
  type Schema,
} from '../src/index.ts'

const set: Schema = { type: 'list', listType: 'set', items: { type: 'string' } }
const embedded: Schema = {
  type: 'object',
  embeddedResource: true,
  preserveUnknownFields: true,
  fields: new Map([
    ['apiVersion', { name: 'apiVersion', schema: { type: 'string' } }],
    ['kind', { name: 'kind', schema: { type: 'string' } }],
  ]),
}
const schema: ObjectSchema = {
  type: 'object',
  fields: new Map(
    Object.entries({
      sets: { type: 'map', values: set },
      objects: { type: 'map', values: embedded },
      either: { type: 'int-or-string' },
      size: { type: 'integer' },
    } satisfies Record<string, Schema>).map(([name, of]) => [name, { name, schema: of }]),
  ),
}

function errorsOf(value: unknown): string[] {
  const errors = new FieldErrors()
  compileValidator(schema)(value, errors, 'spec')
  return errors.list.map(({ field, message }) => `${field}: ${message}`)
}

describe('keys of maps stand in brackets in the paths of', () => {
  it('items that a set contains twice', () =>
    expect(errorsOf({ sets: { k: ['a', 'a'] } })).toEqual(['spec.sets[k][1]: Duplicate value: "a"']))

  it('embedded objects', () =>
    expect(errorsOf({ objects: { k: { kind: '' } } })).toEqual([
      'spec.objects[k].apiVersion: Required value',
      'spec.objects[k].kind: Invalid value: "": must not be empty',
    ]))

  it('embedded objects that say with no text what they are', () =>
    expect(() => compileDecoder(schema, { goSemantics: false })({ objects: { k: { kind: 1 } } })).toThrow(
      new DecodeError('objects[k].kind: Invalid value: 1: must be a string'),
    ))
})

it('duplicates that an object had before are ignored, and new ones are not', () => {
  const errors = new FieldErrors()
  validateChange(schema, { sets: { k: ['a', 'a'], l: [] } }, { sets: { k: ['a', 'a'] } }, errors)
  expect(errors.isEmpty).toBe(true)
  validateChange(schema, { sets: { k: ['a', 'a'] } }, { sets: { k: ['a'] } }, errors)
  expect(errors.list).toHaveLength(1)
})

it('numbers beyond 64 bits are no integers', () => {
  expect(errorsOf({ either: 2 ** 63, size: -(2 ** 63) })).toEqual([
    'spec.either: Invalid value: "number": spec.either in body must be of type integer,string: "number"',
    'spec.size: Invalid value: "number": spec.size in body must be of type integer: "number"',
    '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.size',
  ])
  expect(errorsOf({ either: 2n ** 63n - 1n, size: -(2n ** 63n) })).toEqual([])
})
