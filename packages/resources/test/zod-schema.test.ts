import { prune, type Schema } from '@pinnace/schema'
import { describe, expect, it } from 'vitest'
import {
  atomic,
  atomicList,
  atomicMap,
  bytes,
  duration,
  embeddedResource,
  int32,
  int64,
  intOrString,
  listMap,
  listSet,
  microTime,
  preserveUnknown,
  quantity,
  time,
  z,
} from '../src/define/define.ts'
import { fromZod } from '../src/define/zod-schema.ts'

function fieldOf(type: z.ZodType): { schema: Schema; required: boolean; needsZod: boolean } {
  const { schema, needsZod } = fromZod(z.object({ x: type }))
  const field = schema.fields.get('x')!
  return { schema: field.schema, required: field.required === true, needsZod }
}

const part = z.object({ name: z.string(), count: z.int32() })

describe('what zod says, as a schema', () => {
  it.each<[string, z.ZodType, object]>([
    ['a string', z.string(), { type: 'string' }],
    ['a boolean', z.boolean(), { type: 'boolean' }],
    ['a number', z.number(), { type: 'number' }],
    ['an integer', z.int(), { type: 'integer' }],
    ['a number that is whole', z.number().int(), { type: 'integer' }],
    ['int32', z.int32(), { type: 'integer', format: 'int32' }],
    ['our int32', int32(), { type: 'integer', format: 'int32' }],
    ['our int64', int64(), { type: 'integer', format: 'int64' }],
    [
      'our int64, limited afterwards',
      int64().min(1),
      { type: 'integer', format: 'int64', minimum: 1, exclusiveMinimum: false },
    ],
    ['uint32', z.uint32(), { type: 'integer', format: 'int64', minimum: 0, maximum: 4294967295 }],
    ['float64', z.float64(), { type: 'number', format: 'double' }],
    ['float32', z.float32(), { type: 'number', format: 'float' }],
    ['a minimum', z.int32().min(1), { type: 'integer', format: 'int32', minimum: 1, exclusiveMinimum: false }],
    ['an exclusive minimum', z.number().gt(1), { type: 'number', minimum: 1, exclusiveMinimum: true }],
    ['a maximum', z.number().max(9), { type: 'number', maximum: 9, exclusiveMaximum: false }],
    [
      'the narrowest of two limits',
      z.number().min(1).min(3).max(9).max(12),
      { type: 'number', minimum: 3, exclusiveMinimum: false, maximum: 9, exclusiveMaximum: false },
    ],
    ['a multiple', z.number().multipleOf(5), { type: 'number', multipleOf: 5 }],
    ['lengths of text', z.string().min(1).max(5), { type: 'string', minLength: 1, maxLength: 5 }],
    ['a length of text', z.string().length(3), { type: 'string', minLength: 3, maxLength: 3 }],
    ['a pattern', z.string().regex(/^a+$/), { type: 'string', pattern: '^a+$' }],
    ['a pattern with flags', z.string().regex(/^a.b$/is), { type: 'string', pattern: '(?is)^a.b$' }],
    ['a prefix', z.string().startsWith('a.b'), { type: 'string', pattern: '^a\\.b.*' }],
    ['an email', z.email(), { type: 'string', format: 'email' }],
    ['a UUID', z.uuid(), { type: 'string', format: 'uuid' }],
    ['a URL', z.url(), { type: 'string', format: 'uri' }],
    ['a date and time', z.iso.datetime(), { type: 'string', format: 'date-time' }],
    ['an IPv4 address', z.ipv4(), { type: 'string', format: 'ipv4' }],
    ['a quantity', quantity(), { type: 'string', format: 'quantity' }],
    ['a time', time(), { type: 'string', format: 'time' }],
    ['a micro time', microTime(), { type: 'string', format: 'micro-time' }],
    ['a duration', duration(), { type: 'string', format: 'duration' }],
    ['bytes', bytes(), { type: 'string', format: 'bytes' }],
    ['an enum', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'], closedEnum: true }],
    ['an enum of numbers', z.literal([1, 2]), { type: 'integer', enum: [1, 2] }],
    ['a literal', z.literal('a'), { type: 'string', enum: ['a'], closedEnum: true }],
    [
      'a union of literals',
      z.union([z.literal('a'), z.enum(['b', 'c'])]),
      { type: 'string', enum: ['a', 'b', 'c'], closedEnum: true },
    ],
    ['our int or string', intOrString(), { type: 'int-or-string' }],
    ['literal booleans', z.literal(true), { type: 'boolean', rules: { enum: [true] } }],
    ['a pattern in meta', z.string().meta({ pattern: '^a$' }), { type: 'string', pattern: '^a$' }],
    [
      'a pattern in meta beside another',
      z.string().regex(/b/).meta({ pattern: 'a' }),
      { type: 'string', pattern: 'b', rules: { allOf: [{ pattern: 'a' }] } },
    ],
    [
      'a pattern in meta of what is optional',
      z.string().optional().meta({ pattern: 'a' }),
      { type: 'string', pattern: 'a' },
    ],
    ['a template', z.templateLiteral(['v', z.int()]), { type: 'string' }],
    ['a custom type', z.custom<string | boolean>(), { type: 'any', nullable: true }],
    [
      'a tuple of one type',
      z.tuple([z.int32(), z.int32()]),
      { type: 'list', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    ],
    [
      'a tuple with a rest',
      z.tuple([z.string()], z.string()),
      { type: 'list', items: { type: 'string' }, minItems: 1 },
    ],
    ['a union of one type', z.union([z.email(), z.url()]), { type: 'string' }],
    ['a union of numbers', z.union([z.int(), z.number()]), { type: 'number' }],
    ['a union of lists', z.union([z.array(z.email()), z.array(z.url())]), { type: 'list', items: { type: 'string' } }],
    [
      'a union of objects',
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      { type: 'object', rules: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
    ],
    [
      'a discriminated union',
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('git'), url: z.string() }),
        z.object({ type: z.enum(['file', 'folder']), path: z.string() }),
      ]),
      {
        type: 'object',
        rules: {
          anyOf: [
            { required: ['url'], properties: new Map([['type', { enum: ['git'] }]]) },
            { required: ['path'], properties: new Map([['type', { enum: ['file', 'folder'] }]]) },
          ],
        },
      },
    ],
    ['an integer or a string', z.union([z.string(), z.int32()]), { type: 'int-or-string' }],
    ['null beside a type', z.string().nullable(), { type: 'string', nullable: true }],
    ['a union with null', z.union([z.string(), z.null()]), { type: 'string', nullable: true }],
    ['anything', z.unknown(), { type: 'any', nullable: true }],
    [
      'a list',
      z.array(z.string()).min(1).max(3),
      { type: 'list', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    ],
    [
      'a list that is not empty',
      z.array(z.string()).nonempty(),
      { type: 'list', items: { type: 'string' }, minItems: 1 },
    ],
    ['a keyed list', listMap(part, ['name']), { type: 'list', listType: 'map', mapKeys: ['name'] }],
    [
      'a keyed list, limited afterwards',
      listMap(part, ['name']).max(3),
      { type: 'list', listType: 'map', mapKeys: ['name'], maxItems: 3 },
    ],
    [
      'a keyed list, described',
      listMap(part, ['name']).describe('parts'),
      { type: 'list', listType: 'map', description: 'parts' },
    ],
    ['an optional keyed list', listMap(part, ['name']).optional(), { type: 'list', listType: 'map' }],
    ['a set', listSet(z.string()), { type: 'list', listType: 'set' }],
    ['an atomic list', atomicList(z.string()), { type: 'list', listType: 'atomic' }],
    ['a record', z.record(z.string(), z.int()), { type: 'map', values: { type: 'integer' } }],
    ['an atomic record', atomicMap(z.record(z.string(), z.int())), { type: 'map', mapType: 'atomic' }],
    ['an atomic object', atomic(z.object({})), { type: 'object', structType: 'atomic' }],
    [
      'an object that keeps what it does not know',
      z.looseObject({ a: z.string() }),
      { type: 'object', preserveUnknownFields: true },
    ],
    ['an object of which nothing is known', preserveUnknown(), { type: 'object', preserveUnknownFields: true }],
    ['an object with a catchall', z.object({}).catchall(z.int()), { type: 'map', values: { type: 'integer' } }],
    [
      'an embedded resource',
      embeddedResource(z.looseObject({})),
      { type: 'object', embeddedResource: true, preserveUnknownFields: true },
    ],
    ['a description', z.string().describe('what it is'), { type: 'string', description: 'what it is' }],
    [
      'a description of what is optional',
      z.string().optional().describe('outer'),
      { type: 'string', description: 'outer' },
    ],
    ['something readonly', z.array(z.string()).readonly(), { type: 'list' }],
    ['something lazy', z.lazy(() => z.string()), { type: 'string' }],
  ])('says %s', (_, type, expected) => {
    expect(fieldOf(type).schema).toMatchObject(expected)
  })

  it.each<[string, z.ZodType, boolean]>([
    ['a plain field', z.string(), true],
    ['an optional one', z.string().optional(), false],
    ['one with a default', z.string().default('a'), false],
    ['one with a default before parsing', z.string().prefault('a'), false],
    ['a nullable one', z.string().nullable(), true],
    ['an optional one made mandatory', z.nonoptional(z.string().optional()), true],
    ['an optional one inside others', z.string().optional().nullable().readonly(), false],
  ])('knows whether %s is required', (_, type, expected) => {
    expect(fieldOf(type).required).toBe(expected)
  })

  it('keeps defaults as frozen JSON', () => {
    const { schema } = fieldOf(z.object({ a: z.array(z.int()) }).default({ a: [1] }))
    expect(schema.default).toEqual({ a: [1] })
    expect(Object.isFrozen((schema.default as { a: number[] }).a)).toBe(true)
    expect(fieldOf(z.string().nullable().default(null)).schema).toMatchObject({ nullable: true, default: null })
  })

  it('keeps the order of fields', () => {
    expect([...fromZod(z.object({ b: z.string(), a: z.string() })).schema.fields.keys()]).toEqual(['b', 'a'])
  })

  it.each<[string, z.ZodType, boolean]>([
    ['nothing but words', z.string().min(1).regex(/a/), false],
    ['a refinement of a field', z.string().refine(() => true), true],
    ['a refinement of an object', z.object({ a: z.string() }).refine(() => true), true],
    [
      'a refinement of what is optional',
      z
        .string()
        .refine(() => true)
        .optional(),
      true,
    ],
    ['a second pattern', z.string().regex(/a/).regex(/b/), true],
    ['a format of zod', z.email(), true],
    ['our formats', quantity(), false],
    ['a union of objects', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), true],
    ['a tuple', z.tuple([z.string()]), true],
    ['a custom type', z.custom<string>(), true],
    ['a pattern in meta', z.string().meta({ pattern: 'a' }), false],
    ['a check of a property', z.object({ a: z.string() }).check(z.property('a', z.string().min(2))), true],
    ['a check of the keys of a record', z.record(z.string().min(2), z.string()), true],
  ])('asks zod for what has no word: %s', (_, type, expected) => {
    expect(fieldOf(type).needsZod).toBe(expected)
  })

  const message = (what: string): string => `schema.x: no schema of a kind can say ${what}`
  const hook = 'a transform; declare what clients send, and change it in the hook prepare'
  const wire = 'coercion; declare what clients send: z.number(), intOrString(), quantity()'
  it.each<[string, z.ZodType, string]>([
    ['a date', z.date(), message("zod's date; use time() or z.iso.datetime(): on the wire a time is text")],
    ['a bigint', z.bigint(), message("zod's bigint; use int64()")],
    ['a transform', z.string().transform((text) => text.length), message(hook)],
    ['a preprocessed value', z.preprocess((value) => value, z.string()), message(hook)],
    ['a map', z.map(z.string(), z.string()), message("zod's map; use z.record()")],
    ['a set', z.set(z.string()), message("zod's set; use listSet()")],
    ['an intersection', z.object({}).and(z.object({})), message("zod's intersection; use .extend()")],
    ['a value for what fails', z.string().catch('a'), message("zod's catch; use .default()")],
    ['a symbol', z.symbol(), message("zod's symbol")],
    ['null alone', z.null(), message('null alone; use .nullable()')],
    ['coercion', z.coerce.number(), message(wire)],
    ['coercion of booleans', z.coerce.boolean(), message(wire)],
    [
      'trimming',
      z.string().trim(),
      'schema.x: no schema of a kind can change a value (trim, toLowerCase); use a pattern or the hook prepare',
    ],
    [
      'a union of different types',
      z.union([z.string(), z.boolean()]),
      message('a union of types (boolean, string); use one type, intOrString(), or z.custom() with a check'),
    ],
    [
      'a field of different types',
      z.union([z.object({ a: z.string() }), z.object({ a: z.array(z.string()) })]),
      'schema.x.a: no schema of a kind can say a union of types (array, string); use one type, intOrString(), or z.custom() with a check',
    ],
    [
      'a default in one option',
      z.union([z.object({ a: z.string().default('a') }), z.object({ b: z.string() })]),
      'schema.x.a: no schema of a kind can say a default in one option of a union; set it in the hook defaults',
    ],
    [
      'a tuple of different types',
      z.tuple([z.string(), z.boolean()]),
      'schema.x[]: no schema of a kind can say a union of types (boolean, string); use one type, intOrString(), or z.custom() with a check',
    ],
    [
      'a record without text keys',
      z.record(z.enum(['a']), z.string()),
      message('a record whose keys are no strings; use z.object() with optional fields'),
    ],
    ['literals of different types', z.literal([true, 'a']), message('an enum of different types; use one type')],
    [
      'fields beside a catchall',
      z.object({ a: z.string() }).catchall(z.int()),
      message('catchall beside fields; use a record in a field'),
    ],
    ['a pattern only JavaScript knows', z.string().regex(/(?=a)b/), 'schema.x: /(?=a)b/ is no RE2 expression'],
    [
      'a pattern in meta that only JavaScript knows',
      z.string().meta({ pattern: '(?=a)b' }),
      'schema.x: (?=a)b is no RE2 expression',
    ],
    ['a pattern that is no text', z.string().meta({ pattern: /a/ }), 'schema.x: pattern must be text'],
    ['a pattern of a number', z.int().meta({ pattern: 'a' }), 'schema.x: pattern is for strings'],
    ['a keyword in meta', z.string().meta({ maxLength: 5 }), 'schema.x: meta does not take maxLength; use .max()'],
  ])('refuses %s by its place', (_, type, text) => {
    expect(() => fieldOf(type)).toThrow(new TypeError(text))
  })

  it('names deep places', () => {
    const deep = z.object({ spec: z.object({ parts: z.array(z.record(z.string(), z.date())) }) })
    expect(() => fromZod(deep)).toThrow("schema.spec.parts[]{}: no schema of a kind can say zod's date")
  })

  it('keeps what a type that contains itself holds, below its first level', () => {
    const tree = z.object({
      name: z.string(),
      get children(): z.ZodOptional<z.ZodArray<typeof tree>> {
        return z.array(tree).optional()
      },
    })
    const { schema, needsZod } = fieldOf(tree)
    expect(needsZod).toBe(true)
    expect(
      prune({ x: { name: 'a', no: 1, children: [{ name: 'b', no: 1 }] } }, fromZod(z.object({ x: tree })).schema),
    ).toEqual(['x.no'])
    expect(schema).toMatchObject({ type: 'object' })
    type Rule = { not?: Rule | undefined }
    const rule: z.ZodType<Rule> = z.lazy(() => z.object({ not: rule.optional() }))
    expect(fieldOf(rule)).toMatchObject({ needsZod: true, schema: { type: 'object' } })
  })

  it('refuses a default inside a type that contains itself', () => {
    const tree = z.object({
      size: z.int32().default(1),
      get children(): z.ZodArray<typeof tree> {
        return z.array(tree)
      },
    })
    expect(() => fromZod(z.object({ tree }))).toThrow(
      'schema.tree.size: no schema of a kind can say a default inside a type that contains itself; set it in the hook defaults',
    )
  })

  it('refuses what is no object, and keys of nothing', () => {
    expect(() => fromZod(z.string())).toThrow('schema must be a zod object')
    expect(() => listMap(part, [])).toThrow('keys must name at least one field')
  })

  it('makes a schema that the schema package works with', () => {
    const { schema } = fromZod(z.object({ spec: z.object({ parts: listMap(part, ['name']) }) }))
    const object = { spec: { parts: [{ name: 'a', nope: 1 }] } }
    expect(prune(object, schema)).toEqual(['spec.parts[0].nope'])
  })
})
