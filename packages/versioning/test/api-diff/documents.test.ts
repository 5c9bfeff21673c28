import { describe, expect, it } from 'vitest'
import { compareApis, readOpenApi } from '../../src/api-diff/index.ts'

type Fields = Readonly<Record<string, unknown>>

const types = (schemas: object): object => ({ openapi: '3.0.0', paths: {}, components: { schemas } })
const spec = (field: unknown): object => types({ Spec: { type: 'object', properties: { field } } })
const diff = (before: object, after: object): readonly string[] =>
  compareApis(readOpenApi(before), readOpenApi(after)).map(
    ({ effect, element, message }) => `${effect}: ${element} ${message}`,
  )
const object = (properties: Fields, more: object = {}): object => ({ type: 'object', properties, ...more })
const text = { type: 'string' }
const number = { type: 'integer' }

describe('shapes of schemas', () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    [
      'inline, below inline',
      object({ a: object({ b: text }) }),
      object({ a: object({ b: number }) }),
      ['breaking: Spec.field.a.b has type "integer", not "string"'],
    ],
    [
      'in items of items',
      { type: 'array', items: { type: 'array', items: text } },
      { type: 'array', items: { type: 'array', items: number } },
      ['breaking: Spec.field[][] has type "integer", not "string"'],
    ],
    ['a list of types, the same', { type: ['string', 'null'] }, { type: ['string', 'null'] }, []],
    [
      'a list of types, another',
      { type: ['string', 'null'] },
      { type: ['string'] },
      ['breaking: Spec.field has type ["string"], not ["string","null"]'],
    ],
    [
      'a part of an allOf',
      { allOf: [object({ a: text }), object({ b: text })] },
      { allOf: [object({ a: text }), object({ b: number })] },
      ['breaking: Spec.field.b has type "integer", not "string"'],
    ],
    [
      'a part of an allOf that is gone',
      { allOf: [object({ a: text }), object({ b: text })] },
      { allOf: [object({ a: text })] },
      ['breaking: Spec.field.b is gone'],
    ],
    [
      'an allOf instead of the same in one',
      object({ a: text, b: text }),
      { allOf: [object({ a: text }), object({ b: text })] },
      [],
    ],
    [
      'what an allOf requires',
      { allOf: [object({ a: text })] },
      { allOf: [object({ a: text }, { required: ['a'] })] },
      ['breaking: Spec.field.a is required now'],
    ],
    [
      'fields beside an allOf',
      { allOf: [object({ a: text })], properties: { b: text } },
      { allOf: [object({ a: text })] },
      ['breaking: Spec.field.b is gone'],
    ],
    [
      'one of several',
      { oneOf: [text, number] },
      { oneOf: [text] },
      ['breaking: Spec.field has oneOf [{"type":"string"}], not [{"type":"string"},{"type":"integer"}]'],
    ],
    [
      'closed',
      object({}),
      object({}, { additionalProperties: false }),
      ['breaking: Spec.field takes no other fields any more'],
    ],
    [
      'opened',
      object({}, { additionalProperties: false }),
      object({}, { additionalProperties: true }),
      ['compatible: Spec.field takes other fields too'],
    ],
    ['open in both ways of saying so', object({}), object({}, { additionalProperties: true }), []],
    [
      'unknown fields',
      object({}, { 'x-acme-preserve-unknown-fields': true }),
      object({}),
      ['breaking: Spec.field keeps no unknown fields any more'],
    ],
    [
      'unknown fields kept now',
      object({}),
      object({}, { 'x-acme-preserve-unknown-fields': true }),
      ['compatible: Spec.field keeps unknown fields'],
    ],
    ['requires what is no list', object({ a: text }, { required: 'a' }), object({ a: text }, { required: 7 }), []],
    [
      'an empty enumeration',
      { type: 'string', enum: [] },
      { type: 'string', enum: ['a'] },
      ['compatible: Spec.field takes "a" too'],
    ],
  ])('%s', (_what, before, after, told) => {
    expect(diff(spec(before), spec(after))).toEqual(told)
  })

  it('follows a type that is another by name', () => {
    const named = (target: string): object =>
      types({
        Spec: object({ field: { $ref: '#/components/schemas/Alias' } }),
        Alias: { $ref: `#/components/schemas/${target}` },
        Old: object({ a: text }),
        New: object({ a: number }),
      })
    expect(diff(named('Old'), named('New'))).toEqual(['breaking: Alias.a has type "integer", not "string"'])
  })

  it('ends for types that hold themselves, however they do', () => {
    const tree = (leaf: object): object =>
      types({
        Node: object({
          leaf,
          left: { $ref: '#/components/schemas/Node' },
          right: { allOf: [{ $ref: '#/components/schemas/Node' }], default: {} },
          list: { type: 'array', items: { $ref: '#/components/schemas/Other' } },
        }),
        Other: object({ node: { $ref: '#/components/schemas/Node' } }),
      })
    expect(diff(tree(text), tree(number))).toEqual(['breaking: Node.leaf has type "integer", not "string"'])
  })

  it('follows a chain of 20,000 types', () => {
    const chain = (last: object): object =>
      types(
        Object.fromEntries(
          Array.from({ length: 20_000 }, (_, index) => [
            `T${index}`,
            object({ next: index === 19_999 ? last : { $ref: `#/components/schemas/T${index + 1}` } }),
          ]),
        ),
      )
    expect(diff(chain(text), chain(number))).toEqual(['breaking: T19999.next has type "integer", not "string"'])
  })
})

describe('names', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])('%j is a name as any', (name) => {
    const of = (type: string): object =>
      JSON.parse(
        `{"openapi":"3.0.0","paths":{${JSON.stringify(`/${name}`)}:{"get":{"responses":{}}}},"components":{"schemas":{${JSON.stringify(name)}:{"type":"object","properties":{${JSON.stringify(name)}:{"type":"${type}"}},"required":[${JSON.stringify(name)}]}}}}`,
      )
    const none = types({ Other: text })
    expect(diff(of('string'), of('string'))).toEqual([])
    expect(diff(of('string'), of('integer'))).toEqual([`breaking: ${name}.${name} has type "integer", not "string"`])
    expect(diff(of('string'), none)).toContain(`breaking: GET /${name} is gone`)
    expect(({} as Fields)['type']).toBeUndefined()
  })

  it('are not types when they are not declared', () => {
    const dangling = spec({ $ref: '#/components/schemas/constructor' })
    expect(() => diff(dangling, dangling)).toThrow(
      new TypeError('the document refers to "constructor", which it does not have'),
    )
  })
})

describe('references from operations to other parts of the document', () => {
  const shared = { limit: { name: 'limit', in: 'query' }, token: { name: 'token', in: 'query', required: true } }

  it('parameters of version 2', () => {
    const of = (...names: readonly string[]): object => ({
      swagger: '2.0',
      parameters: shared,
      paths: { '/w': { parameters: [], get: { parameters: names.map((name) => ({ $ref: `#/parameters/${name}` })) } } },
    })
    expect(diff(of('limit'), of('limit'))).toEqual([])
    expect(diff(of('limit'), of('token'))).toEqual([
      'breaking: GET /w needs query parameter token',
      'breaking: GET /w takes no query parameter limit any more',
    ])
  })

  it('bodies and answers of version 3', () => {
    const of = (type: string): object => {
      const content = { 'application/json': { schema: object({ size: { type } }) } }
      return {
        openapi: '3.0.0',
        paths: {
          '/a~b': {
            post: {
              requestBody: { $ref: '#/components/requestBodies/w~1w' },
              responses: { 200: { $ref: '#/components/responses/ok' } },
            },
          },
        },
        components: { requestBodies: { 'w/w': { content } }, responses: { ok: { content } } },
      }
    }
    expect(diff(of('string'), of('integer'))).toEqual([
      'breaking: POST /a~b body.size has type "integer", not "string"',
      'breaking: POST /a~b answer.size has type "integer", not "string"',
    ])
  })
})

describe('a document that cannot be compared', () => {
  const deep = (levels: number): unknown =>
    JSON.parse(`${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`)
  const circle: Record<string, unknown> = { type: 'object' }
  circle['properties'] = { again: circle }

  it.each<[string, object, string]>([
    ['a field that is no schema', spec(7), 'Spec.field is not a schema'],
    ['a field that is null', spec(null), 'Spec.field is not a schema'],
    ['a type that is null', types({ Spec: null }), 'Spec is not an object'],
    ['nested too deeply', spec(deep(5000)), 'the document is nested deeper than 1000 levels'],
    ['that holds itself', spec(circle), 'the document is nested deeper than 1000 levels'],
    [
      'types that are nothing but each other',
      types({ A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }),
      '"A" of the document is nothing but itself',
    ],
    [
      'a type that is all of itself',
      types({ A: { allOf: [{ $ref: '#/components/schemas/A' }, text] } }),
      '"A" of the document is nothing but itself',
    ],
    [
      'a type of another document',
      spec({ $ref: 'other.json#/components/schemas/Spec' }),
      'the document refers to "other.json#/components/schemas/Spec", out of itself',
    ],
    [
      'a parameter that is nowhere',
      { swagger: '2.0', paths: { '/w': { parameters: [{ $ref: '#/parameters/x' }], get: {} } } },
      'a parameter, at "#/parameters/x", is not an object',
    ],
    [
      'a parameter that is itself',
      {
        swagger: '2.0',
        parameters: { x: { $ref: '#/parameters/x' } },
        paths: { '/w': { parameters: [{ $ref: '#/parameters/x' }], get: {} } },
      },
      'a parameter refers to itself by "#/parameters/x"',
    ],
    [
      'a parameter that is null',
      { openapi: '3.0.0', paths: { '/w': { get: { parameters: [null] } } } },
      'a parameter is not an object',
    ],
    [
      'an answer that is text',
      { openapi: '3.0.0', paths: { '/w': { get: { responses: { 200: 'ok' } } } } },
      'response 200 is not an object',
    ],
  ])('%s is refused', (_what, document, message) => {
    expect(() => diff(document, document)).toThrow(new TypeError(message))
  })
})
