import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { compareApis, readDefinitions, readOpenApi, type ApiChange } from '../../src/api-diff/index.ts'

const widget = (over: object = {}): object => ({
  type: 'object',
  required: ['spec'],
  properties: { spec: { $ref: '#/components/schemas/Spec' } },
  'x-acme-group-version-kind': [{ group: 'example.dev', version: 'v1', kind: 'Widget' }],
  ...over,
})
const document = (spec: object, over: { paths?: object; schemas?: object } = {}): object => ({
  openapi: '3.0.0',
  paths: over.paths ?? {
    '/apis/example.dev/v1/widgets': {
      parameters: [{ name: 'limit', in: 'query' }],
      get: {
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Widget' } } } } },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Widget' } } } },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Widget' } } } } },
      },
    },
  },
  components: { schemas: { Widget: widget(), Spec: { type: 'object', properties: spec }, ...over.schemas } },
})
const diff = (before: object, after: object): readonly ApiChange[] =>
  compareApis(readOpenApi(before), readOpenApi(after))
const size = { size: { type: 'integer', format: 'int32' } }

describe('a change of a field', () => {
  it.each<[object, object, ApiChange['effect'], string]>([
    [{ type: 'string' }, { type: 'integer' }, 'breaking', 'has type "integer", not "string"'],
    [
      { type: 'integer', format: 'int32' },
      { type: 'integer', format: 'int64' },
      'breaking',
      'has format "int64", not "int32"',
    ],
    [{ type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }, 'breaking', 'does not take "b" any more'],
    [{ type: 'string', enum: ['a'] }, { type: 'string', enum: ['a', 'b'] }, 'compatible', 'takes "b" too'],
    [{ type: 'string' }, { type: 'string', enum: ['a'] }, 'breaking', 'takes ["a"] only'],
    [{ type: 'string', enum: ['a'] }, { type: 'string' }, 'compatible', 'takes any value'],
    [{ type: 'string' }, { type: 'string', default: 'x' }, 'breaking', 'defaults to "x", not none'],
    [{ type: 'string', default: 'x' }, { type: 'string', default: 'y' }, 'breaking', 'defaults to "y", not "x"'],
    [{ type: 'integer' }, { type: 'integer', minimum: 1 }, 'breaking', 'has minimum 1, not none'],
    [{ type: 'integer', minimum: 2 }, { type: 'integer', minimum: 1 }, 'compatible', 'has minimum 1, not 2'],
    [{ type: 'string', maxLength: 5 }, { type: 'string', maxLength: 4 }, 'breaking', 'has maxLength 4, not 5'],
    [{ type: 'string', maxLength: 5 }, { type: 'string' }, 'compatible', 'has maxLength none, not 5'],
    [{ type: 'string' }, { type: 'string', pattern: '^a$' }, 'breaking', 'has pattern "^a$", not none'],
    [{ type: 'string', pattern: '^a$' }, { type: 'string' }, 'compatible', 'has pattern none, not "^a$"'],
    [{ type: 'string', nullable: true }, { type: 'string' }, 'breaking', 'may not be null any more'],
    [
      { type: 'array', items: {}, 'x-acme-list-type': 'atomic' },
      { type: 'array', items: {}, 'x-acme-list-type': 'map' },
      'breaking',
      'has list-type "map", not "atomic"',
    ],
  ])('from %j to %j is reported', (before, after, effect, message) => {
    expect(diff(document({ field: before }), document({ field: after }))).toEqual([
      { effect, element: 'Spec.field', message },
    ])
  })

  it('is found in items and in additional properties', () => {
    const list = (type: string): object => ({ field: { type: 'array', items: { type } } })
    const map = (type: string): object => ({ field: { type: 'object', additionalProperties: { type } } })
    expect(diff(document(list('string')), document(list('integer')))[0]).toMatchObject({ element: 'Spec.field[]' })
    expect(diff(document(map('string')), document(map('integer')))[0]).toMatchObject({ element: 'Spec.field{}' })
  })
})

describe('a change of an API', () => {
  it('is none where nothing has changed', () => {
    expect(diff(document(size), document(size))).toEqual([])
  })

  it('tells of fields, required ones, operations, parameters and kinds', () => {
    const gone = document({}, { paths: {} })
    expect(diff(document(size), gone)).toEqual([
      { effect: 'breaking', element: 'GET /apis/example.dev/v1/widgets', message: 'is gone' },
      { effect: 'breaking', element: 'POST /apis/example.dev/v1/widgets', message: 'is gone' },
      { effect: 'breaking', element: 'Spec.size', message: 'is gone' },
    ])
    expect(diff(gone, document(size))).toEqual([
      { effect: 'compatible', element: 'GET /apis/example.dev/v1/widgets', message: 'is new' },
      { effect: 'compatible', element: 'POST /apis/example.dev/v1/widgets', message: 'is new' },
      { effect: 'compatible', element: 'Spec.size', message: 'is new' },
    ])
    const required = document(size, { schemas: { Spec: { type: 'object', properties: size, required: ['size'] } } })
    expect(diff(document(size), required)).toEqual([
      { effect: 'breaking', element: 'Spec.size', message: 'is required now' },
    ])
    expect(diff(required, document(size))).toEqual([
      { effect: 'compatible', element: 'Spec.size', message: 'is not required any more' },
    ])
    const other = structuredClone(document(size)) as { paths: Record<string, { parameters: object[] }> }
    other.paths['/apis/example.dev/v1/widgets']!.parameters = [{ name: 'token', in: 'query', required: true }]
    expect(diff(document(size), other).map(({ element, message }) => `${element} ${message}`)).toEqual([
      'GET /apis/example.dev/v1/widgets needs query parameter token',
      'GET /apis/example.dev/v1/widgets takes no query parameter limit any more',
      'POST /apis/example.dev/v1/widgets needs query parameter token',
      'POST /apis/example.dev/v1/widgets takes no query parameter limit any more',
    ])
  })

  it('is found in documents of version 2 too', () => {
    const old = (type: string): object => ({
      swagger: '2.0',
      paths: {
        '/widgets': {
          post: {
            parameters: [{ in: 'body', name: 'body', schema: { $ref: '#/definitions/W' } }],
            responses: { 201: { schema: { $ref: '#/definitions/W' } } },
          },
        },
      },
      definitions: { W: { type: 'object', properties: { size: { type } } } },
    })
    expect(diff(old('string'), old('integer'))).toEqual([
      { effect: 'breaking', element: 'W.size', message: 'has type "integer", not "string"' },
    ])
  })

  it('is found between declared kinds, and every built-in kind is like itself', async () => {
    const all = await builtInResources(kubernetesVocabulary)
    const surface = readDefinitions(all, kubernetesVocabulary)
    expect(compareApis(surface, readDefinitions(all, kubernetesVocabulary))).toEqual([])
    const fewer = all
      .filter(({ kind }) => kind !== 'Secret')
      .map((definition) =>
        definition.kind === 'ConfigMap' ? { ...definition, scope: 'Cluster' as const } : definition,
      )
    const changes = compareApis(surface, readDefinitions(fewer, kubernetesVocabulary)).filter(
      ({ effect }) => effect === 'breaking',
    )
    expect(changes.map(({ element }) => element)).toContain('CREATE /api/v1/namespaces/{namespace}/secrets')
    expect(changes.map(({ element }) => element)).toContain('GET /api/v1/namespaces/{namespace}/configmaps')
    expect(changes.map(({ element }) => element)).toContain('io.k8s.api.core.v1.Secret')
  })

  it.each([
    [[], 'the document is not an object'],
    [{ swagger: '1.0' }, 'the document is neither OpenAPI 2.0 nor 3.x'],
    [{ openapi: '3.0.0', paths: { '/a': 3 } }, 'paths /a is not an object'],
  ])('cannot be found in %j', (bad, message) => {
    expect(() => readOpenApi(bad)).toThrow(new TypeError(message))
  })

  it('is refused where a document refers out of itself', () => {
    const dangling = document(size, {
      schemas: { Widget: widget({ properties: { spec: { $ref: '#/components/schemas/Nothing' } } }) },
    })
    expect(() => diff(dangling, dangling)).toThrow(
      new TypeError('the document refers to "Nothing", which it does not have'),
    )
  })
})
