import { describe, expect, it } from 'vitest'
import { create, type Loose } from '../write.ts'
import { createCrd, withFields, withSchema } from './crd.ts'

const kind = 'apiextensions.k8s.io/v1/CustomResourceDefinition'
const root = 'spec.validation.openAPIV3Schema'
const field = `${root}.properties[spec].properties[a]`
const errorsOf = (crd: Loose): readonly string[] => create(kind, crd).errors
/** What is wrong with a CRD whose `spec.a` has that schema. */
const ofField = (schema: object): readonly string[] => errorsOf(withFields({ a: schema }))
const text = { type: 'string' }
const keyed = (items: object, more: object = {}) => ({
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: { type: 'object', required: ['name'], properties: { name: text }, ...items },
  ...more,
})

describe('a schema that is accepted', () => {
  it.each<[string, object]>([
    ['text', text],
    [
      'text with everything',
      {
        ...text,
        minLength: 1,
        maxLength: 5,
        pattern: '^a',
        format: 'hostname',
        enum: ['a', 'b'],
        default: 'a',
        nullable: true,
        title: 't',
        description: 'd',
        example: 'a',
      },
    ],
    ['a number', { type: 'number', minimum: 1, maximum: 5, exclusiveMinimum: true, multipleOf: 0.5, format: 'double' }],
    ['a whole number', { type: 'integer', format: 'int32' }],
    ['a list', { type: 'array', items: text, minItems: 1, maxItems: 3 }],
    ['a set of texts', { type: 'array', 'x-kubernetes-list-type': 'set', items: text }],
    [
      'a set of atomic objects',
      {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { b: text } },
      },
    ],
    ['a keyed list', keyed({})],
    ['a keyed list whose key has a default', keyed({ required: [], properties: { name: { ...text, default: 'x' } } })],
    ['a map', { type: 'object', additionalProperties: text, maxProperties: 3 }],
    ['a map of anything', { type: 'object', additionalProperties: true }],
    ['anything', { 'x-kubernetes-preserve-unknown-fields': true }],
    ['an open object', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { b: text } }],
    ['int or string', { 'x-kubernetes-int-or-string': true }],
    [
      'int or string with its alternatives',
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }], pattern: '^[0-9]+$' },
    ],
    [
      'int or string with its alternatives among others',
      {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: '^a' }],
      },
    ],
    [
      'an embedded object',
      { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    ],
    [
      'an embedded object with fields',
      { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
    ],
    [
      'combinations of what is declared',
      {
        type: 'object',
        properties: { b: text, c: text },
        oneOf: [{ required: ['b'] }, { required: ['c'] }],
        not: { properties: { b: { enum: ['x'] } } },
      },
    ],
    [
      'rules',
      { ...text, 'x-kubernetes-validations': [{ rule: 'self != ""', message: 'm', reason: 'FieldValueRequired' }] },
    ],
    [
      'a rule about a field',
      { type: 'object', properties: { b: text }, 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.b' }] },
    ],
  ])('%s', (_, schema) => {
    expect(ofField(schema)).toEqual([])
  })

  it('restricts the names of objects', () => {
    const metadata = { type: 'object', properties: { name: { type: 'string', maxLength: 10 }, generateName: text } }
    expect(errorsOf(withSchema({ type: 'object', properties: { metadata, kind: text, apiVersion: text } }))).toEqual([])
  })
})

describe('a keyword that is not served is refused', () => {
  it.each<[string, object, string[]]>([
    ['id', { ...text, id: 'x' }, [`${field}.id: Forbidden: id is not supported`]],
    ['$ref', { ...text, $ref: 'x' }, [`${field}.$ref: Forbidden: $ref is not supported`]],
    ['$schema', { ...text, $schema: 'x' }, [`${root}: Invalid value: "": OpenAPIV3Schema 'schema' is not supported`]],
    [
      'additionalItems',
      { ...text, additionalItems: true },
      [`${field}.additionalItems: Forbidden: additionalItems is not supported`],
    ],
    [
      'patternProperties',
      { type: 'object', patternProperties: { b: text } },
      [`${field}.patternProperties: Forbidden: patternProperties is not supported`],
    ],
    [
      'definitions',
      { type: 'object', definitions: { b: text } },
      [`${field}.definitions: Forbidden: definitions is not supported`],
    ],
    [
      'dependencies',
      { type: 'object', dependencies: { b: ['c'] } },
      [`${field}.dependencies: Forbidden: dependencies is not supported`],
    ],
    [
      'no dependencies, of text',
      { ...text, dependencies: {} },
      [`${field}.dependencies: Forbidden: dependencies is not supported`],
    ],
    ['an identity of text', { ...text, id: 'a' }, [`${field}.id: Forbidden: id is not supported`]],
    [
      'a list of items',
      { type: 'array', items: [text] },
      [`${field}.items: Forbidden: items must be a schema object and not an array`],
    ],
    [
      'uniqueItems',
      { type: 'array', items: text, uniqueItems: true },
      [
        `${field}.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
      ],
    ],
    [
      'the type null',
      { type: 'null' },
      [
        `${field}.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"`,
        `${field}.type: Forbidden: type cannot be set to null, use nullable as an alternative`,
      ],
    ],
    [
      'another type',
      { type: 'text' },
      [
        `${field}.type: Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"`,
      ],
    ],
    [
      'additionalProperties beside properties',
      { type: 'object', properties: { b: text }, additionalProperties: text },
      [`${field}.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive`],
    ],
    [
      'no additionalProperties beside properties',
      { type: 'object', properties: { b: text }, additionalProperties: false },
      [`${field}.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive`],
    ],
    [
      'fields that are not preserved',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
      [`${field}.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined`],
    ],
    [
      'a pattern that is none',
      { ...text, pattern: '(' },
      [
        `${field}.pattern: Invalid value: "(": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): \`(\``,
      ],
    ],
  ])('%s', (_, schema, errors) => {
    expect(ofField(schema)).toEqual(errors)
  })
})

describe('types of lists and maps', () => {
  const set = (items: object) => ({ type: 'array', 'x-kubernetes-list-type': 'set', items })
  it.each<[string, object, string[]]>([
    [
      'a map type of a text',
      { ...text, 'x-kubernetes-map-type': 'atomic' },
      [`${field}.type: Invalid value: "string": must be object if x-kubernetes-map-type is specified`],
    ],
    [
      'a map type of anything',
      { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-map-type': 'atomic' },
      [`${field}.type: Required value: must be object if x-kubernetes-map-type is specified`],
    ],
    [
      'another map type',
      { type: 'object', 'x-kubernetes-map-type': 'set' },
      [`${field}.x-kubernetes-map-type: Unsupported value: "set": supported values: "atomic", "granular"`],
    ],
    [
      'a list type of a text',
      { ...text, 'x-kubernetes-list-type': 'set' },
      [`${field}.type: Invalid value: "string": must be array if x-kubernetes-list-type is specified`],
    ],
    [
      'a list type of anything',
      { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-list-type': 'set' },
      [`${field}.type: Required value: must be array if x-kubernetes-list-type is specified`],
    ],
    [
      'another list type',
      { type: 'array', items: text, 'x-kubernetes-list-type': 'bag' },
      [`${field}.x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"`],
    ],
    [
      'a set of objects',
      set({ type: 'object' }),
      [
        `${field}.items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set`,
      ],
    ],
    [
      'a set of sets',
      set(set(text)),
      [
        `${field}.items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set`,
      ],
    ],
    [
      'a set of nullable items',
      set({ ...text, nullable: true }),
      [`${field}.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set`],
    ],
    [
      'keys without a list type',
      { type: 'array', items: text, 'x-kubernetes-list-map-keys': ['a'] },
      [`${field}.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty`],
    ],
    [
      'keys of a set',
      { ...set(text), 'x-kubernetes-list-map-keys': ['a'] },
      [`${field}.x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty`],
    ],
    [
      'a keyed list without keys',
      keyed({}, { 'x-kubernetes-list-map-keys': [] }),
      [`${field}.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map`],
    ],
    [
      'a keyed list of texts',
      { type: 'array', items: text, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
      [`${field}.items.type: Invalid value: "string": must be object if parent array's x-kubernetes-list-type is map`],
    ],
    [
      'a key that is no field',
      keyed({}, { 'x-kubernetes-list-map-keys': ['id'] }),
      [`${field}.x-kubernetes-list-map-keys: Invalid value: ["id"]: entries must all be names of item properties`],
    ],
    [
      'a key twice',
      keyed({}, { 'x-kubernetes-list-map-keys': ['name', 'name'] }),
      [`${field}.x-kubernetes-list-map-keys: Invalid value: ["name","name"]: must not contain duplicate entries`],
    ],
    [
      'a key that is an object',
      keyed({ properties: { name: { type: 'object' } } }),
      [
        `${field}.items.properties[name].type: Invalid value: "object": must be a scalar type if parent array's x-kubernetes-list-type is map`,
      ],
    ],
    [
      'a key that may be absent',
      keyed({ required: [] }),
      [
        `${field}.items.properties[name].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
      ],
    ],
    [
      'a key that may be null',
      keyed({ properties: { name: { ...text, nullable: true } } }),
      [
        `${field}.items.properties[name].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable`,
      ],
    ],
    [
      'a keyed list of nullable items',
      keyed({ nullable: true }),
      [`${field}.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map`],
    ],
  ])('refuse %s', (_, schema, errors) => {
    expect(ofField(schema)).toEqual(errors)
  })
})

describe('a schema that is not structural', () => {
  const open = 'x-kubernetes-preserve-unknown-fields'
  const embedded = 'x-kubernetes-embedded-resource'
  const either = 'x-kubernetes-int-or-string'
  const any = (schema: object) => ({ ...text, anyOf: [schema] })
  it.each<[string, object, string[]]>([
    ['a field without a type', {}, [`${field}.type: Required value: must not be empty for specified object fields`]],
    ['a list without items', { type: 'array' }, [`${field}.items: Required value: must be specified`]],
    [
      'items without a type',
      { type: 'array', items: {} },
      [`${field}.items.type: Required value: must not be empty for specified array items`],
    ],
    [
      'values without a type',
      { type: 'object', additionalProperties: {} },
      [`${field}.additionalProperties.type: Required value: must not be empty for specified object fields`],
    ],
    [
      'an embedded text',
      { ...text, [embedded]: true, [open]: true },
      [`${field}.type: Invalid value: "string": must be object if ${embedded} is true`],
    ],
    [
      'an embedded object without a type',
      { [embedded]: true, [open]: true },
      [`${field}.type: Required value: must be object if ${embedded} is true`],
    ],
    [
      'an embedded map',
      { type: 'object', [embedded]: true, [open]: true, additionalProperties: text },
      [`${field}.additionalProperties: Forbidden: must not be used if ${embedded} is set`],
    ],
    [
      'an embedded object of which nothing is kept',
      { type: 'object', [embedded]: true },
      [`${field}.properties: Required value: must not be empty if ${embedded} is true without ${open}`],
    ],
    [
      'an embedded kind that is no text',
      { type: 'object', [embedded]: true, properties: { kind: { type: 'integer' } } },
      [`${field}.properties[kind].type: Invalid value: "integer": must be string`],
    ],
    [
      'int or string that is open',
      { [either]: true, [open]: true },
      [`${field}.${open}: Invalid value: true: must be false if ${either} is true`],
    ],
    [
      'int or string that is embedded',
      { type: 'object', [either]: true, [embedded]: true, properties: { b: text } },
      [`${field}.${embedded}: Invalid value: true: must be false if ${either} is true`],
    ],
    ['a type in anyOf', any({ type: 'string' }), [`${field}.anyOf[0].type: Forbidden: must be empty to be structural`]],
    [
      'a type in oneOf',
      { ...text, oneOf: [{ type: 'string' }] },
      [`${field}.oneOf[0].type: Forbidden: must be empty to be structural`],
    ],
    [
      'a type in allOf',
      { ...text, allOf: [{ type: 'string' }] },
      [`${field}.allOf[0].type: Forbidden: must be empty to be structural`],
    ],
    [
      'a rule in allOf',
      { ...text, allOf: [{ 'x-kubernetes-validations': [{ rule: 'true' }] }] },
      [`${field}.allOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural`],
    ],
    [
      'a type in not',
      { ...text, not: { type: 'string' } },
      [`${field}.not.type: Forbidden: must be empty to be structural`],
    ],
    [
      'a default in a combination',
      any({ default: 'x' }),
      [`${field}.anyOf[0].default: Forbidden: must be undefined to be structural`],
    ],
    [
      'a title in a combination',
      any({ title: 'x' }),
      [`${field}.anyOf[0].title: Forbidden: must be empty to be structural`],
    ],
    [
      'a description in a combination',
      any({ description: 'x' }),
      [`${field}.anyOf[0].description: Forbidden: must be empty to be structural`],
    ],
    [
      'nullable in a combination',
      any({ nullable: true }),
      [`${field}.anyOf[0].nullable: Forbidden: must be false to be structural`],
    ],
    [
      'additionalProperties in a combination',
      any({ additionalProperties: { maxLength: 1 } }),
      [`${field}.anyOf[0].additionalProperties: Forbidden: must be undefined to be structural`],
    ],
    [
      'an open object in a combination',
      any({ [open]: true }),
      [`${field}.anyOf[0].${open}: Forbidden: must be false to be structural`],
    ],
    [
      'an embedded object in a combination',
      any({ [embedded]: true }),
      [`${field}.anyOf[0].${embedded}: Forbidden: must be false to be structural`],
    ],
    [
      'int or string in a combination',
      any({ [either]: true }),
      [`${field}.anyOf[0].${either}: Forbidden: must be false to be structural`],
    ],
    [
      'metadata in a combination',
      { type: 'object', properties: { metadata: { type: 'object' } }, anyOf: [{ properties: { metadata: {} } }] },
      [`${field}.anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context`],
    ],
    [
      'a rule in a combination',
      any({ 'x-kubernetes-validations': [{ rule: 'true' }] }),
      [`${field}.anyOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural`],
    ],
    [
      'two faults, in the order of their texts',
      { type: 'object', properties: { z: {}, b: { type: 'array' } } },
      [
        `${field}.properties[b].items: Required value: must be specified`,
        `${field}.properties[z].type: Required value: must not be empty for specified object fields`,
      ],
    ],
  ])('is refused for %s', (_, schema, errors) => {
    expect(ofField(schema)).toEqual(errors)
  })

  it.each<[string, object, string[]]>([
    ['no type', { properties: {} }, [`${root}.type: Required value: must not be empty at the root`]],
    ['another type', { type: 'string' }, [`${root}.type: Invalid value: "string": must be object at the root`]],
    [
      'additionalProperties',
      { type: 'object', additionalProperties: text },
      [`${root}.additionalProperties: Forbidden: must not be used at the root`],
    ],
    [
      'nullable',
      { type: 'object', nullable: true },
      [`${root}.nullable: Forbidden: nullable cannot be true at the root`],
    ],
    [
      'a kind that is no text',
      { type: 'object', properties: { kind: { type: 'integer' } } },
      [`${root}.properties[kind].type: Invalid value: "integer": must be string`],
    ],
    [
      'metadata that is no object',
      { type: 'object', properties: { metadata: text } },
      [`${root}.properties[metadata].type: Invalid value: "string": must be object`],
    ],
    [
      'metadata with labels',
      { type: 'object', properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
      [
        `${root}.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified`,
      ],
    ],
    [
      'metadata with a default',
      { type: 'object', properties: { metadata: { type: 'object', default: {} } } },
      [`${root}.properties[metadata].default: Forbidden: must not be set in top-level metadata`],
    ],
    [
      'a combination of fields it does not have',
      { type: 'object', anyOf: [{ properties: { b: { properties: { c: {} } } } }] },
      [`${root}.properties[b]: Required value: because it is defined in ${root}.anyOf[0].properties[b]`],
    ],
    [
      'a combination of items it does not have',
      { type: 'object', properties: { b: { type: 'object' } }, not: { properties: { b: { items: {} } } } },
      [`${root}.properties[b].items: Required value: because it is defined in ${root}.not.properties[b].items`],
    ],
  ])('is refused at its root for %s', (_, schema, errors) => {
    expect(errorsOf(withSchema(schema))).toEqual(errors)
  })

  it.each<[string, object]>([
    ['anyOf', { anyOf: [{ required: ['a'] }] }],
    ['enum', { enum: [{}] }],
    ['minProperties', { minProperties: 1 }],
    ['not', { not: { required: ['a'] } }],
  ])('is refused for %s at its root with the status subresource', (_, more) => {
    const crd = createCrd((c) => {
      c.spec.versions[0].schema.openAPIV3Schema = { type: 'object', ...more }
      c.spec.versions[0].subresources = { status: {} }
    })
    const { errors } = create(kind, crd)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(
      ': only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
    )
  })
})

describe('defaults of a schema', () => {
  const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
  it.each<[string, object, string[]]>([
    [
      'of another type',
      { ...text, default: 5 },
      [`${field}.default: Invalid value: "integer":  in body must be of type string: "integer"`],
    ],
    [
      'that is too short',
      { ...text, minLength: 3, default: 'a' },
      [`${field}.default: Invalid value: "a":  in body should be at least 3 chars long`],
    ],
    [
      'outside of the enum',
      { ...text, enum: ['a'], default: 'b' },
      [`${field}.default: Unsupported value: "b": supported values: "a"`],
    ],
    [
      'with unknown fields',
      object({ b: text }, { default: { b: 'x', c: 'y' } }),
      [`${field}.default: Invalid value: {"b":"x","c":"y"}: must not have unknown fields`],
    ],
    [
      'with fields of another type',
      object({ b: text }, { default: { b: 1 } }),
      [`${field}.default.b: Invalid value: "integer": b in body must be of type string: "integer"`],
    ],
    [
      'without what is required',
      object({ b: text }, { required: ['b'], default: {} }),
      [`${field}.default.b: Required value`],
    ],
    [
      'of a list with another item',
      { type: 'array', items: text, default: ['a', 1] },
      [`${field}.default[1]: Invalid value: "integer": [1] in body must be of type string: "integer"`],
    ],
    [
      'of an embedded object without a kind',
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
        default: { apiVersion: 'v1' },
      },
      [`${field}.default.kind: Required value`],
    ],
    [
      'that matches no alternative',
      object({ b: text, c: text }, { oneOf: [{ required: ['b'] }, { required: ['c'] }], default: {} }),
      [
        `${field}.default: Invalid value: "": "" must validate one and only one schema (oneOf). Found none valid`,
        `${field}.default.b: Required value`,
      ],
    ],
  ])('are refused %s', (_, schema, errors) => {
    expect(ofField(schema)).toEqual(errors)
  })

  it.each<[string, object]>([
    [
      'of every type',
      object({
        a: { ...text, default: '' },
        b: { type: 'integer', default: 0 },
        c: { type: 'boolean', default: false },
        d: { type: 'array', items: text, default: [] },
        e: { type: 'object', default: {} },
      }),
    ],
    ['that is the null of nothing', { ...text, default: null }],
    ['below items', { type: 'array', items: object({ b: { ...text, default: 'x' } }) }],
    [
      'of an open object, with anything',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: { any: [1] } },
    ],
    ['of int or string', { 'x-kubernetes-int-or-string': true, default: '50%' }],
  ])('are accepted %s', (_, schema) => {
    expect(ofField(schema)).toEqual([])
  })
})

describe('rules in the expression language', () => {
  const rule = (more: object) => ({ ...text, 'x-kubernetes-validations': [{ rule: 'true', ...more }] })
  const at = `${field}.x-kubernetes-validations[0]`
  it.each<[string, object, string[]]>([
    ['without a rule', rule({ rule: ' ' }), [`${at}.rule: Required value: rule is not specified`]],
    [
      'with a blank message',
      rule({ message: ' ' }),
      [`${at}.message: Invalid value: " ": message must be non-empty if specified`],
    ],
    [
      'with a message of two lines',
      rule({ message: 'a\nb' }),
      [`${at}.message: Invalid value: "a\\nb": message must not contain line breaks`],
    ],
    [
      'of two lines, without a message',
      rule({ rule: 'a &&\nb' }),
      [`${at}.message: Required value: message must be specified if rule contains line breaks`],
    ],
    [
      'with a blank message expression',
      rule({ messageExpression: ' ' }),
      [`${at}.messageExpression: Required value: messageExpression must be non-empty if specified`],
    ],
    [
      'with another reason',
      rule({ reason: 'Bad' }),
      [
        `${at}.reason: Unsupported value: "Bad": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`,
      ],
    ],
    [
      'with a path to nowhere',
      rule({ fieldPath: '.b' }),
      [`${at}.fieldPath: Invalid value: ".b": must be a valid path`],
    ],
  ])('are refused %s', (_, schema, errors) => {
    expect(ofField(schema)).toEqual(errors)
  })
})
