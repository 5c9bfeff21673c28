import { FieldErrors, runAtOnce } from '@pinnace/meta'
import type { JSONSchemaProps, ValidationRule } from '@pinnace/types/apiextensions-v1'
import { describe, expect, it } from 'vitest'
import { evaluateRules } from '../../src/custom-resource/rules/evaluate-rules.ts'
import type { EvaluationOptions } from '../../src/custom-resource/rules/rule-evaluation.ts'
import { createRuleTree } from '../../src/custom-resource/rules/rule-tree.ts'
import { schemaExtensions } from '../../src/custom-resource/schema-props.ts'
import { toResourceSchema } from '../../src/custom-resource/to-schema.ts'

const names = schemaExtensions('x-example-')
type Schema = JSONSchemaProps & { readonly 'x-example-validations'?: readonly ValidationRule[] }

const text = { type: 'string', maxLength: 40 }
const whole = { type: 'integer' }
const ruled = (schema: object, ...rules: readonly (string | object)[]) => ({
  ...schema,
  'x-example-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
})
const object = (properties: object, ...rules: readonly (string | object)[]) =>
  rules.length === 0 ? { type: 'object', properties } : ruled({ type: 'object', properties }, ...rules)
const keyed = { type: 'array', 'x-example-list-type': 'map', 'x-example-list-map-keys': ['k'] }

interface Outcome {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  readonly left: number
}

/** Evaluates the rules of a schema of `spec` for a change of it. */
function evaluate(spec: object, next: unknown, live?: unknown, options: EvaluationOptions = {}): Outcome {
  const props = { type: 'object', properties: { spec } } as Schema
  const tree = createRuleTree(props, names)
  if (tree === undefined) return { errors: [], warnings: [], left: 0 }
  const errors = new FieldErrors()
  const warnings: string[] = []
  const change = { next: { spec: next }, live: live === undefined ? undefined : { spec: live } }
  const steps = evaluateRules(tree, change, errors, {
    schema: toResourceSchema(props, names),
    warn: (warning) => warnings.push(warning),
    ...options,
  })
  const left = runAtOnce(steps)
  return { errors: errors.list.map(({ reason, field, message }) => `${reason} ${field}: ${message}`), warnings, left }
}

const invalid = (message: string, field = 'spec') => `FieldValueInvalid ${field}: Invalid value: ${message}`

describe('a rule that does not hold', () => {
  it.each<[string, object, string]>([
    ['its text', { rule: ' self.a == 1 ' }, invalid('failed rule: self.a == 1')],
    ['its message', { rule: 'self.a == 1', message: ' one \t' }, invalid('one')],
    [
      'what its expression says',
      { rule: 'self.a == 1', messageExpression: "'got ' + string(self.a)" },
      invalid('got 3'),
    ],
    [
      'the expression before the message',
      { rule: 'self.a == 1', message: 'm', messageExpression: "'e'" },
      invalid('e'),
    ],
    [
      'its message where the expression fails',
      { rule: 'self.a == 1', message: 'm', messageExpression: 'self.b' },
      invalid('m'),
    ],
    [
      'its message where the expression is blank',
      { rule: 'self.a == 1', message: 'm', messageExpression: "' '" },
      invalid('m'),
    ],
    [
      'its message where the expression has lines',
      { rule: 'self.a == 1', message: 'm', messageExpression: "'a\\nb'" },
      invalid('m'),
    ],
    [
      'its message where the expression is long',
      { rule: 'self.a == 1', message: 'm', messageExpression: `'${'x'.repeat(5121)}'` },
      invalid('m'),
    ],
    ['a field', { rule: 'self.a == 1', fieldPath: '.a' }, invalid('failed rule: self.a == 1', 'spec.a')],
    [
      'a field in quotes',
      { rule: 'self.a == 1', fieldPath: "['c.d']" },
      invalid('failed rule: self.a == 1', 'spec.c.d'),
    ],
    [
      'that it is forbidden',
      { rule: 'self.a == 1', reason: 'FieldValueForbidden', message: 'm' },
      'FieldValueForbidden spec: Forbidden: m',
    ],
    [
      'that something is missing',
      { rule: 'self.a == 1', reason: 'FieldValueRequired', message: 'm', fieldPath: '.b' },
      'FieldValueRequired spec.b: Required value: m',
    ],
    [
      'that something is there twice',
      { rule: 'self.a == 1', reason: 'FieldValueDuplicate', message: 'm' },
      'FieldValueDuplicate spec: Duplicate value',
    ],
  ])('says %s', (_what, rule, error) => {
    const schema = object({ a: whole, b: text, 'c.d': text }, rule)
    expect(evaluate(schema, { a: 3 }).errors).toEqual([error])
    expect(evaluate(schema, { a: 1 }).errors).toEqual([])
  })

  it('shows a value that holds no others', () => {
    const schema = object({
      a: ruled(text, "self != 'x'"),
      b: ruled(whole, { rule: 'self < 3', reason: 'FieldValueDuplicate' }),
      c: ruled({ 'x-example-int-or-string': true }, 'type(self) == int'),
      l: ruled({ type: 'array', items: text }, 'self.size() < 1'),
      m: ruled({ type: 'object', additionalProperties: whole }, { rule: "!('x' in self)", fieldPath: "['x']" }),
    })
    expect(evaluate(schema, { a: 'x', b: 3, c: '5%', l: ['a'], m: { x: 1 } }).errors).toEqual([
      invalid(`"x": failed rule: self != 'x'`, 'spec.a'),
      'FieldValueDuplicate spec.b: Duplicate value: 3',
      invalid('"5%": failed rule: type(self) == int', 'spec.c'),
      invalid('failed rule: self.size() < 1', 'spec.l'),
      invalid(`failed rule: !('x' in self)`, 'spec.m.[x]'),
    ])
  })

  it('is one that has no value', () => {
    expect(
      evaluate(object({ a: whole }, '1 / self.a > 0', { rule: 'self.a / 0 == 1', message: 'm' }), { a: 0 }).errors,
    ).toEqual([
      invalid('"object": division by zero evaluating rule: 1 / self.a > 0'),
      invalid('"object": division by zero evaluating rule: m'),
    ])
    expect(evaluate(object({ a: text }, "self.a == 'x'"), {}).errors).toEqual([
      invalid(`"object": no such key: a evaluating rule: self.a == 'x'`),
    ])
    const anything = { 'x-example-int-or-string': true }
    expect(evaluate(object({ a: anything }, 'self.a > 0'), { a: 'x' }).errors).toEqual([
      invalid(
        `"object": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self.a > 0`,
      ),
    ])
  })

  it('of an item, a value and a field comes after those of what they are in', () => {
    const item = ruled(text, "self != 'x'")
    const schema = object(
      {
        l: { type: 'array', items: item },
        m: { type: 'object', additionalProperties: item },
        o: object({ p: item }, 'false'),
      },
      'false',
    )
    expect(evaluate(schema, { l: ['a', 'x'], m: { 'a/b': 'x' }, o: { p: 'x' } }).errors).toEqual([
      invalid('failed rule: false'),
      invalid(`"x": failed rule: self != 'x'`, 'spec.l[1]'),
      invalid(`"x": failed rule: self != 'x'`, 'spec.m[a/b]'),
      invalid('failed rule: false', 'spec.o'),
      invalid(`"x": failed rule: self != 'x'`, 'spec.o.p'),
    ])
  })

  it('is not asked of null and of what is not there', () => {
    expect(evaluate(object({ a: { ...ruled(text, 'false'), nullable: true } }), { a: null }).errors).toEqual([])
    expect(evaluate(object({ a: ruled(text, 'false') }), {}).errors).toEqual([])
  })
})

describe('a rule reads', () => {
  const holds = (properties: object, rule: string, value: object): void => {
    expect(evaluate(object(properties, rule), value).errors).toEqual([])
  }
  it.each<[string, object, string, object]>([
    ['a date', { a: { type: 'string', format: 'date' } }, 'self.a.getFullYear() == 1999', { a: '1999-01-01' }],
    [
      'a time',
      { a: { type: 'string', format: 'date-time' } },
      "self.a < timestamp('2000-01-01T00:00:00Z')",
      { a: '1999-01-01T00:00:00Z' },
    ],
    ['a duration', { a: { type: 'string', format: 'duration' } }, "self.a == duration('90m')", { a: '1h30m' }],
    ['bytes', { a: { type: 'string', format: 'byte' } }, "self.a == b'abc'", { a: 'YWJj' }],
    ['a number that is whole', { a: { type: 'number' } }, 'self.a == 2.0', { a: 2 }],
    [
      'an integer or text',
      { a: { 'x-example-int-or-string': true } },
      "type(self.a) == int ? self.a == 1 : self.a == 'x'",
      { a: 'x' },
    ],
    ['a reserved word', { namespace: text }, "self.__namespace__ == 'x' && self.namespace == 'x'", { namespace: 'x' }],
    [
      'a name with signs',
      { 'a.b-c/d__e': text },
      "self.a__dot__b__dash__c__slash__d__underscores__e == 'x'",
      { 'a.b-c/d__e': 'x' },
    ],
    [
      'a set in any order',
      { a: { type: 'array', 'x-example-list-type': 'set', items: text } },
      "self.a == ['b', 'a'] && (self.a + ['b']).size() == 2",
      { a: ['a', 'b'] },
    ],
    [
      'a list with keys in any order',
      { a: { ...keyed, items: object({ k: text, v: whole }) } },
      'self.a == [self.a[1], self.a[0]] && (self.a + [self.a[0]]).size() == 2',
      {
        a: [
          { k: 'x', v: 1 },
          { k: 'y', v: 2 },
        ],
      },
    ],
    [
      'known fields of an object with unknown ones',
      { a: { ...object({ b: whole }), 'x-example-preserve-unknown-fields': true } },
      'self.a.b == 1',
      { a: { b: 1, c: 2 } },
    ],
    [
      'what an embedded object is',
      { a: { type: 'object', 'x-example-embedded-resource': true } },
      "self.a.kind == 'K' && self.a.metadata.name == 'n'",
      { a: { apiVersion: 'v1', kind: 'K', metadata: { name: 'n' } } },
    ],
    [
      'functions of the libraries',
      { a: text },
      "quantity(self.a).isLessThan(quantity('2')) && self.a.find('[0-9]+') == '1' && !isIP(self.a)",
      { a: '1' },
    ],
  ])('%s', (_what, properties, rule, value) => holds(properties, rule, value))
})

describe('the value before the change', () => {
  const unchanging = ruled(whole, { rule: 'self >= oldSelf', message: 'fell' })
  it.each<[string, object, unknown, unknown, readonly string[]]>([
    ['a field', object({ a: unchanging }), { a: 1 }, { a: 2 }, [invalid('1: fell', 'spec.a')]],
    ['a field that was not there', object({ a: unchanging }), { a: 1 }, {}, []],
    ['a field that was null', object({ a: unchanging }), { a: 1 }, { a: null }, []],
    [
      'a value of a map',
      { type: 'object', additionalProperties: unchanging },
      { x: 1, y: 1 },
      { x: 2 },
      [invalid('1: fell', 'spec[x]')],
    ],
    [
      'an item with the same key',
      { ...keyed, items: object({ k: text, v: unchanging }) },
      [
        { k: 'y', v: 1 },
        { k: 'x', v: 1 },
      ],
      [
        { k: 'x', v: 2 },
        { k: 'y', v: 1 },
      ],
      [invalid('1: fell', 'spec[1].v')],
    ],
  ])('is that of %s', (_what, schema, next, live, errors) => {
    expect(evaluate(schema, next, live).errors).toEqual(errors)
    expect(evaluate(schema, next).errors).toEqual([])
  })

  it('may be absent where the rule says so', () => {
    const rule = { rule: "oldSelf.hasValue() ? self == oldSelf.value() : self == 'first'", optionalOldSelf: true }
    const schema = object({ a: ruled(text, rule) })
    expect(evaluate(schema, { a: 'x' }).errors).toHaveLength(1)
    expect(evaluate(schema, { a: 'first' }).errors).toEqual([])
    expect(evaluate(schema, { a: 'x' }, { a: 'x' }).errors).toEqual([])
    expect(evaluate(schema, { a: 'y' }, { a: 'x' }).errors).toHaveLength(1)
  })

  it('is not optional to messages', () => {
    const rule = (messageExpression: string) => ({
      rule: 'oldSelf.hasValue() && false',
      optionalOldSelf: true,
      message: 'plain',
      messageExpression,
    })
    const messageOf = (expression: string) =>
      evaluate(object({ a: ruled(text, rule(expression)) }), { a: 'x' }, { a: 'y' }).errors
    expect(messageOf("oldSelf.hasValue() ? 'had' : 'had none'")).toEqual([invalid('"x": plain', 'spec.a')])
    expect(messageOf("oldSelf.orValue('none')")).toEqual([invalid('"x": y', 'spec.a')])
  })
})

describe('what an update leaves as it is', () => {
  const schema = object(
    {
      a: ruled(text, { rule: "self != 'old'", message: 'a' }),
      b: whole,
      l: ruled(
        { type: 'array', items: ruled(text, { rule: "self != 'old'", message: 'item' }) },
        { rule: "!('old' in self)", message: 'list' },
      ),
      k: { ...keyed, items: object({ k: text, v: whole }, { rule: 'self.v > 0', message: 'k' }) },
    },
    { rule: "self.a != 'old'", message: 'spec' },
  )
  const live = {
    a: 'old',
    b: 1,
    l: ['old'],
    k: [
      { k: 'x', v: 0 },
      { k: 'y', v: 1 },
    ],
  }

  it('is warned of', () => {
    const { errors, warnings } = evaluate(schema, live, structuredClone(live))
    expect(errors).toEqual([])
    expect(warnings).toEqual([
      'spec: Invalid value: spec',
      'spec.a: Invalid value: "old": a',
      'spec.l: Invalid value: list',
      'spec.l[0]: Invalid value: "old": item',
      'spec.k[0]: Invalid value: k',
    ])
  })

  it('does not excuse what it stands in', () => {
    const { errors, warnings } = evaluate(schema, { ...live, b: 2 }, live)
    expect(errors).toEqual([invalid('spec')])
    expect(warnings).toHaveLength(4)
  })

  it('are items found again by their keys; other lists are compared as a whole', () => {
    const next = {
      ...live,
      l: ['old', 'x'],
      k: [
        { k: 'y', v: 2 },
        { k: 'x', v: 0 },
      ],
    }
    const { errors, warnings } = evaluate(schema, next, live)
    expect(errors).toEqual([invalid('spec'), invalid('list', 'spec.l'), invalid('"old": item', 'spec.l[0]')])
    expect(warnings).toEqual(['spec.a: Invalid value: "old": a', 'spec.k[1]: Invalid value: k'])
  })

  it('does not excuse a rule that compares, nor one that has no value', () => {
    const strict = object({ a: ruled(whole, 'self > oldSelf', '1 / self > 0') })
    expect(evaluate(strict, { a: 0 }, { a: 0 })).toMatchObject({
      errors: [
        invalid('0: failed rule: self > oldSelf', 'spec.a'),
        invalid('"integer": division by zero evaluating rule: 1 / self > 0', 'spec.a'),
      ],
      warnings: [],
    })
  })
})

describe('the costs of rules', () => {
  const list = { type: 'array', items: whole }
  const numbers = Array.from({ length: 700 }, (_, index) => index)

  it('are taken from the budget of the object', () => {
    const schema = object({ a: whole }, 'self.a == 1', 'self.a == 1')
    const { left } = evaluate(schema, { a: 1 }, undefined, { budget: 100 })
    expect(left).toBe(94)
  })

  it('end a rule at a million', () => {
    const rule = 'self.l.all(x, self.l.all(y, x + y >= 0))'
    const { errors, left } = evaluate(object({ l: list }, rule, 'false'), { l: numbers })
    expect(errors).toEqual([
      invalid(
        `"object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
      ),
    ])
    expect(left).toBe(-1)
  })

  it('end the evaluation of the object at its budget', () => {
    const outOfBudget = invalid(
      '"object": validation failed due to running out of cost budget, no further validation rules will be run',
    )
    expect(evaluate(object({ a: whole }, 'self.a == 1', 'false'), { a: 1 }, undefined, { budget: 2 }).errors).toEqual([
      outOfBudget,
    ])
    const inner = object({ a: object({ b: whole }, 'false') }, 'self.a.b == 1')
    expect(evaluate(inner, { a: { b: 1 } }, undefined, { budget: 4 }).errors).toEqual([
      invalid(
        '"object": validation failed due to running out of cost budget, no further validation rules will be run',
        'spec.a',
      ),
    ])
  })

  it('aside, an evaluation that is interrupted ends, within a rule and between rules', () => {
    const options = { interrupted: () => true }
    const lasting = object({ l: list }, 'self.l.all(x, x >= 0)', 'false')
    expect(evaluate(lasting, { l: numbers }, undefined, options).errors).toEqual([
      invalid('"object": operation interrupted evaluating rule: self.l.all(x, x >= 0)'),
    ])
    const items = { type: 'array', items: ruled(whole, 'self >= 0') }
    expect(evaluate(object({ l: items }), { l: numbers }, undefined, options).errors).toEqual([
      invalid('"integer": operation interrupted evaluating rule: self >= 0', 'spec.l[63]'),
    ])
  })

  it('and times are observed: of each schema with rules once, of each value whose schema has rules in it', () => {
    const seen: string[] = []
    let nowMs = 0
    const observer = {
      now: () => nowMs++,
      compiled: (durationMs: number) => void seen.push(`compiled ${durationMs}`),
      evaluated: (durationMs: number) => void seen.push(`evaluated ${durationMs}`),
    }
    const items = { type: 'array', items: ruled(whole, 'self >= 0', 'self < 10') }
    evaluate(object({ l: items, m: whole }), { l: [1, 2], m: 3 }, undefined, { observer })
    expect(seen).toEqual(['compiled 1', 'evaluated 3', 'evaluated 1', 'evaluated 7', 'evaluated 9', 'evaluated 11'])
  })

  it('of messages count too', () => {
    const costly = {
      rule: 'false',
      messageExpression: 'self.l.map(x, self.l.map(y, string(x))).map(z, z.join()).join()',
    }
    expect(evaluate(object({ l: list }, costly), { l: numbers }).errors[0]).toContain(
      'no further validation rules will be run due to call cost exceeds limit for messageExpression',
    )
    expect(
      evaluate(object({ l: list }, { rule: 'false', messageExpression: "'a' + 'b'" }), { l: [] }, undefined, {
        budget: 0.5,
      }).errors,
    ).toEqual([
      invalid(
        'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
      ),
    ])
  })
})
