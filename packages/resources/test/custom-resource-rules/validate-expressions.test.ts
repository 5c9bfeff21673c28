import { FieldErrors } from '@pinnace/meta'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { describe, expect, it } from 'vitest'
import { newExpressions } from '../../src/custom-resource/rules/rule-environment.ts'
import { validateExpressions } from '../../src/custom-resource/rules/validate-expressions.ts'
import { schemaExtensions } from '../../src/custom-resource/schema-props.ts'

const names = schemaExtensions('x-example-')
const environments = newExpressions()

/** What is wrong with the rules of a schema. */
function errorsOf(schema: object): readonly string[] {
  const errors = new FieldErrors()
  validateExpressions(schema as JSONSchemaProps, 'schema', errors, { names, environments })
  return errors.list.map(({ field, message }) => `${field}: ${message}`)
}

const validations = (...rules: readonly (string | object)[]) => ({
  'x-example-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
})
const text = { type: 'string', maxLength: 9 }
const fieldsOf = (properties: object, ...rules: readonly (string | object)[]) => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...validations(...rules) } },
})
const shown = (rule: { rule: string; messageExpression?: string; optionalOldSelf?: boolean }) =>
  JSON.stringify({
    Rule: rule.rule,
    Message: '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: null,
    FieldPath: '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  })
const at = 'schema.properties[spec].x-example-validations[0]'
/** The first line of what the compiler says of a rule over fields. */
function firstLine(properties: object, rule: string): string | undefined {
  return errorsOf(fieldsOf(properties, rule))[0]
    ?.split('\n')[0]
    ?.replace(`${at}.rule: Invalid value: ${shown({ rule })}: `, '')
}

describe('the type of a field', () => {
  it.each<[string, object]>([
    ['string', text],
    ['string', { ...text, nullable: true }],
    ['string', { ...text, format: 'email' }],
    ['bytes', { ...text, format: 'byte' }],
    ['timestamp', { ...text, format: 'date' }],
    ['timestamp', { ...text, format: 'date-time' }],
    ['duration', { ...text, format: 'duration' }],
    ['bool', { type: 'boolean' }],
    ['int', { type: 'integer', format: 'int32' }],
    ['double', { type: 'number' }],
    ['list(string)', { type: 'array', items: text }],
    ['list(selfType.a.@idx)', { type: 'array', items: { type: 'object', properties: { b: text } } }],
    ['map(string, int)', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['map(string, selfType.a.@elem)', { type: 'object', additionalProperties: { type: 'object' } }],
    ['selfType.a', { type: 'object', properties: { b: text } }],
    ['selfType.a', { type: 'object', additionalProperties: true }],
    ['selfType.a', { type: 'object', 'x-example-preserve-unknown-fields': true }],
    ['selfType.a', { type: 'object', 'x-example-embedded-resource': true }],
  ])('is %s for %j', (type, schema) => {
    expect(firstLine({ a: schema }, 'self.a == type(1)')).toBe(
      `compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(${type}, type(int))'`,
    )
  })

  it.each<[string, object]>([
    ['without a type', { 'x-example-preserve-unknown-fields': true }],
    ['of a list of values without a type', { type: 'array', items: { 'x-example-preserve-unknown-fields': true } }],
    ['of a map of values without a type', { type: 'object', additionalProperties: {} }],
  ])('is unknown %s', (_what, schema) => {
    expect(firstLine({ a: schema }, 'has(self.a)')).toBe("compilation failed: ERROR: <input>:1:4: undefined field 'a'")
  })

  it('can be compared with a number and with text where it is either of them', () => {
    expect(errorsOf(fieldsOf({ a: { 'x-example-int-or-string': true } }, "self.a == 1 || self.a == 'b'"))).toEqual([])
  })
})

describe('the name of a field', () => {
  it.each([
    ['a.b', 'a__dot__b'],
    ['a-b', 'a__dash__b'],
    ['-a', '__dash__a'],
    ['a/b', 'a__slash__b'],
    ['a__b', 'a__underscores__b'],
    ['a_b', 'a_b'],
    ['__namespace__', '__underscores__namespace__underscores__'],
    ['namespace', '__namespace__'],
    ['namespace', 'namespace'],
    ['true', '__true__'],
    ['in', '__in__'],
    ['while', '__while__'],
    ['while', 'while'],
    ['type', 'type'],
    ['self', 'self'],
  ])('%s is written as %s', (property, name) => {
    expect(errorsOf(fieldsOf({ [property]: text }, `self.${name} == 'x'`))).toEqual([])
  })

  it.each([
    ['a__dot__b', 'a__dot__b'],
    ['__namespace__', '__namespace__'],
    ['type', '__type__'],
    ['1a', '__1a'],
  ])('%s is not written as %s', (property, name) => {
    expect(firstLine({ [property]: text }, `self.${name} == 'x'`)).toBe(
      `compilation failed: ERROR: <input>:1:5: undefined field '${name}'`,
    )
  })
})

describe('an object and one within it', () => {
  it.each([
    ['metadata.name', '(string, int)', '20'],
    ['metadata.generateName', '(string, int)', '28'],
    ['kind', '(string, int)', '11'],
    ['apiVersion', '(string, int)', '17'],
    ['metadata', '(selfType.metadata, int)', '15'],
  ])('have a field %s', (name, types, column) => {
    const failure = `${column}: found no matching overload for '_==_' applied to '${types}'`
    const metadata = { type: 'object', properties: { name: { ...text, maxLength: 5 } } }
    const [ofRoot] = errorsOf({ type: 'object', properties: { metadata }, ...validations(`self.${name} == 1`) })
    expect(ofRoot).toContain(failure)
    const embedded = { type: 'object', 'x-example-embedded-resource': true, ...validations(`self.${name} == 1`) }
    const [ofEmbedded] = errorsOf({ type: 'object', properties: { e: embedded } })
    expect(ofEmbedded).toContain(failure)
  })

  it('have no other metadata', () => {
    const [error] = errorsOf({ type: 'object', ...validations('self.metadata.labels.size() == 0') })
    expect(error).toContain("undefined field 'labels'")
  })
})

describe('an expression that is refused', () => {
  it.each<[string, { rule: string; messageExpression?: string; optionalOldSelf?: boolean }, string, string]>([
    ['is not a condition', { rule: 'self.a' }, 'rule', 'cel expression must evaluate to a bool'],
    ['may not be one', { rule: 'dyn(true)' }, 'rule', 'cel expression must evaluate to a bool'],
    [
      'names an unknown field',
      { rule: 'self.b == 1' },
      'rule',
      "compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b == 1\n | ....^",
    ],
    [
      'has a constant that does not parse',
      { rule: "int('x') == 1" },
      'rule',
      "program instantiation failed: type conversion error from 'string' to 'int'",
    ],
    [
      'has a message of another type',
      { rule: 'true', messageExpression: '1' },
      'messageExpression',
      'messageExpression must evaluate to a string',
    ],
    [
      'has a message that names an unknown field',
      { rule: 'true', messageExpression: 'self.b' },
      'messageExpression',
      "messageExpression compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b\n | ....^",
    ],
    [
      'has a message with a constant that does not parse',
      { rule: 'true', messageExpression: "string(int('x'))" },
      'messageExpression',
      "messageExpression instantiation failed: type conversion error from 'string' to 'int'",
    ],
    [
      'reads the old value as if it were there',
      { rule: 'oldSelf.a == self.a || oldSelf == self', optionalOldSelf: true },
      'rule',
      [
        "compilation failed: ERROR: <input>:1:11: found no matching overload for '_==_' applied to '(optional_type(string), string)'",
        ' | oldSelf.a == self.a || oldSelf == self',
        ' | ..........^',
        "ERROR: <input>:1:32: found no matching overload for '_==_' applied to '(optional_type(selfType), selfType)'",
        ' | oldSelf.a == self.a || oldSelf == self',
        ' | ...............................^',
      ].join('\n'),
    ],
  ])('%s', (_what, rule, part, detail) => {
    expect(errorsOf(fieldsOf({ a: text }, rule))[0]).toBe(`${at}.${part}: Invalid value: ${shown(rule)}: ${detail}`)
  })

  it('is shown without the characters of HTML', () => {
    expect(errorsOf(fieldsOf({ a: text }, 'self.a < 1'))[0]).toContain(String.raw`{"Rule":"self.a \u003c 1",`)
  })

  it('hides what is wrong with its message', () => {
    expect(errorsOf(fieldsOf({ a: text }, { rule: 'self.a', messageExpression: '1' }))).toHaveLength(1)
  })

  it('stands in a schema whose values have no type', () => {
    const schema = { 'x-example-preserve-unknown-fields': true, ...validations('self == 1') }
    expect(errorsOf({ type: 'object', properties: { a: schema } })).toEqual([
      'schema.properties[a].x-example-validations: Internal error: internal error: failed to construct type information for x-example-validations rules: unable to convert structural schema to CEL declarations',
    ])
  })

  it('comes after those of the schemas within', () => {
    const inner = { ...text, ...validations('1') }
    const schema = {
      type: 'object',
      properties: { l: { type: 'array', items: inner }, m: { type: 'object', additionalProperties: inner } },
      ...validations('2'),
    }
    expect(errorsOf(schema).map((error) => error.split('.x-example')[0])).toEqual([
      'schema.properties[l].items',
      'schema.properties[m].additionalProperties',
      'schema',
    ])
  })
})

describe('the value before the change', () => {
  const changed = validations('self == oldSelf')
  const keyed = { 'x-example-list-type': 'map', 'x-example-list-map-keys': ['k'] }
  const item = { type: 'object', required: ['k'], properties: { k: text }, ...changed }

  it.each<[string, object]>([
    ['a field', { ...text, ...changed }],
    ['a list', { type: 'array', items: text, ...changed }],
    ['an element of a list with keys', { type: 'array', ...keyed, items: item }],
    ['a value of a map', { type: 'object', additionalProperties: item }],
    ['a value of an atomic map', { type: 'object', 'x-example-map-type': 'atomic', additionalProperties: item }],
  ])('is known of %s', (_what, schema) => {
    expect(errorsOf({ type: 'object', properties: { a: schema } })).toEqual([])
  })

  it.each<[string, object, string]>([
    ['an element of a list', { type: 'array', items: item }, 'items'],
    ['an element of a set', { type: 'array', 'x-example-list-type': 'set', items: { ...text, ...changed } }, 'items'],
    ['a list within a list', { type: 'array', items: { type: 'array', ...keyed, items: item } }, 'items.items'],
  ])('is not known of %s', (_what, schema, below) => {
    const bounded = { ...schema, maxItems: 3 }
    expect(errorsOf({ type: 'object', properties: { a: bounded } })).toEqual([
      `schema.properties[a].${below}.x-example-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[a]`,
    ])
  })

  it.each([true, false])('is asked for with optionalOldSelf %j by rules that read it only', (optionalOldSelf) => {
    const unread = { rule: 'self.a == self.a', messageExpression: 'self.a', optionalOldSelf }
    expect(errorsOf(fieldsOf({ a: text }, unread))).toEqual([
      `${at}.optionalOldSelf: Invalid value: ${optionalOldSelf}: may not be set if oldSelf is not used in rule`,
    ])
    const read = { rule: optionalOldSelf ? 'oldSelf.hasValue()' : 'oldSelf == self', optionalOldSelf }
    expect(errorsOf(fieldsOf({ a: text }, read))).toEqual([])
  })
})
