import { describe, expect, it } from 'vitest'
import {
  bytesType,
  CelDouble,
  CelOpaque,
  CelType,
  CelUint,
  CelUnknown,
  createEnvironment,
  declareFunction,
  declareStruct,
  doubleType,
  durationType,
  dynType,
  fail,
  intType,
  listType,
  MacroError,
  mapType,
  memberOverload,
  opaqueType,
  optionals,
  overload,
  stringType,
  structType,
  timestampType,
  type CelValue,
  type Evaluation,
  type Library,
} from '../src/index.ts'

const host = createEnvironment({
  libraries: [optionals()],
  structs: [
    declareStruct('Object', {
      spec: structType('Spec'),
      created: timestampType,
      timeout: durationType,
      data: bytesType,
      ratio: doubleType,
      labels: mapType(stringType, stringType),
      __namespace__: { type: stringType, property: 'namespace' },
      mode: { type: stringType, unset: 'default' },
      any: dynType,
      self: structType('Object'),
    }),
    declareStruct('Spec', { replicas: intType, names: listType(stringType) }),
  ],
  variables: {
    object: structType('Object'),
    other: structType('Object'),
    data: dynType,
    'a.b': intType,
    list: listType(intType),
  },
})

function evaluate(expression: string, variables: Record<string, unknown> = {}): Evaluation {
  return host.compile(expression).evaluate(variables)
}

function outcome(expression: string, variables: Record<string, unknown> = {}): CelValue | string {
  const { value, error } = evaluate(expression, variables)
  return error === undefined ? value : `error: ${error.message}`
}

describe('data of the host', () => {
  const object = {
    spec: { replicas: 3, names: ['a', 'b'] },
    created: '2024-01-01T00:00:00Z',
    timeout: '1m',
    data: 'AQI=',
    ratio: 2,
    labels: { app: 'web' },
    namespace: 'default',
    any: { whole: 1, half: 0.5, nested: [1, { x: null }] },
  }
  it.each<[string, CelValue | string]>([
    ['object.spec.replicas + 1', 4],
    ['object.spec.names[1]', 'b'],
    ['object.created == timestamp("2024-01-01T00:00:00Z")', true],
    ['object.timeout.getSeconds()', 60],
    ['object.data == b"\\x01\\x02"', true],
    ['object.ratio / 4.0 == 0.5', true],
    ['object.labels.app', 'web'],
    ['object.__namespace__', 'default'],
    ['object.mode', 'default'],
    ['has(object.mode)', false],
    ['has(object.self)', false],
    ['object.self.mode', 'error: no such key: self'],
    ['object.?self.?mode.orValue("none")', 'none'],
    ['type(object.any.whole) == int && type(object.any.half) == double', true],
    ['object.any.nested[1].x == null', true],
    ['object.any == {"whole": 1, "half": 0.5, "nested": [1, {"x": null}]}', true],
    ['object == object', true],
    ['"app" in object.labels && !("toString" in object.labels)', true],
  ])('%s', (expression, expected) => {
    expect(outcome(expression, { object })).toBe(expected)
  })

  it('reads own properties only', () => {
    const data: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}')
    expect(outcome('data.constructor', { data })).toBe(2)
    expect(outcome('data.__proto__.x', { data })).toBe(1)
    expect(outcome('data.toString', { data })).toBe('error: no such key: toString')
    expect(outcome('has(data.hasOwnProperty)', { data })).toBe(false)
    expect(outcome('object.spec', { object: Object.create({ spec: {} }) as object })).toBe('error: no such key: spec')
    expect(host.compile('data').evaluate(Object.create({ data: 1 }) as Record<string, unknown>).error?.message).toBe(
      'no such attribute(s): data',
    )
  })

  it('touches nothing that the expression does not read', () => {
    const touched: string[] = []
    const spy = new Proxy({ spec: { replicas: 1 }, created: 'not a time' } as Record<string, unknown>, {
      get: (target, key) => {
        touched.push(String(key))
        return target[String(key)]
      },
    })
    expect(outcome('object.spec.replicas == 1', { object: spy })).toBe(true)
    expect(touched).toEqual(['spec'])
  })

  it('refuses data that is not of the declared type where it is read', () => {
    expect(outcome('object.spec.replicas', { object: { spec: { replicas: 'x' } } })).toBe(
      'error: invalid data, expected a value of type int, got string',
    )
    expect(outcome('object.spec', { object: [] })).toBe(
      'error: invalid data, expected a value of type Object, got array',
    )
    expect(outcome('object.created', { object: { created: 'x' } })).toContain("type conversion error from 'string'")
    expect(outcome('object.mode', { object: { spec: 1 } })).toBe('default')
  })

  it('takes values of CEL as data', () => {
    const { value } = evaluate('Object{spec: Spec{replicas: 2}}')
    expect(outcome('object.spec.replicas', { object: value })).toBe(2)
    expect(outcome('object.spec.replicas', { object: { spec: evaluate('Spec{replicas: 3}').value } })).toBe(3)
    expect(outcome('object.spec.replicas', { object: { spec: null } })).toBe('error: no such key: replicas')
    expect(outcome('object.spec.replicas', { object: null })).toBe('error: no such key: spec')
    expect(outcome('object.spec.replicas', {})).toBe('error: no such attribute(s): object')
  })

  it('compares objects by their fields', () => {
    expect(outcome('object == other', { object: { spec: { replicas: 1 } }, other: { spec: { replicas: 1 } } })).toBe(
      true,
    )
    expect(outcome('object == other', { object: { spec: { replicas: 1 } }, other: { mode: 'a' } })).toBe(false)
    expect(outcome('object == Object{spec: Spec{replicas: 1}}', { object: { spec: { replicas: 1 } } })).toBe(true)
  })

  it('finds variables with qualified names and calls a resolver once for each', () => {
    const asked: string[] = []
    const { value } = host.compile('a.b + a.b == 2 && list.size() == 0').evaluate((name) => {
      asked.push(name)
      return name === 'a.b' ? 1 : []
    })
    expect(value).toBe(true)
    expect(asked).toEqual(['a.b', 'list'])
  })
})

describe('limits', () => {
  it('ends an evaluation at its cost limit', () => {
    const program = host.compile('list.all(x, list.all(y, x + y > 0))')
    const list = Array.from({ length: 1000 }, (_, index) => index + 1)
    const { error, cost } = program.evaluate({ list }, { costLimit: 1000 })
    expect(error).toMatchObject({ message: 'operation cancelled: actual cost limit exceeded', cancelled: true })
    expect(cost).toBeGreaterThan(1000)
    expect(cost).toBeLessThan(1100)
  })

  it('asks whether it is interrupted as it iterates, and nothing absorbs that', () => {
    let asked = 0
    const program = host.compile('list.all(x, x > 0 || true) || true')
    const { error } = program.evaluate({ list: Array(1000).fill(1) }, { interrupted: () => ++asked === 3 })
    expect(error).toMatchObject({ message: 'operation interrupted', cancelled: true })
    expect(asked).toBe(3)
  })

  const thousand = Array.from({ length: 1000 }, (_, index) => index)
  it.each<[string, string]>([
    ['nested comprehensions', 'list.all(a, list.all(b, list.all(c, a + b + c >= 0)))'],
    ['quadratic membership', 'list.all(a, list.all(b, b in list))'],
    [
      'strings that grow',
      `list.map(a, ${Array.from({ length: 200 }, () => "'xxxxxxxxxxxxxxxxxxxx'").join(' + ')}).size() > 0`,
    ],
    ['lists in lists', 'list.map(a, list.map(b, list)) == list.map(a, list.map(b, list))'],
    ['errors that are absorbed', 'list.all(a, list.all(b, 1 / 0 == 1 || b >= 0))'],
  ])('ends %s at the limit of Kubernetes', (_name, expression) => {
    const { error, cost } = host.compile(expression).evaluate({ list: thousand }, { costLimit: 1_000_000 })
    expect(error?.message).toBe('operation cancelled: actual cost limit exceeded')
    expect(cost).toBeLessThan(1_100_000)
  })

  it('does not fill the memory with doubled lists', () => {
    const doubled = '[1,1,1,1,1,1,1,1].map(x, [1,1,1,1,1,1,1,1])'
    let expression = 'list'
    for (let count = 0; count < 40; count++) expression = `(${expression}).map(x, x)`
    expect(outcome(`size(${expression}) + size(${doubled})`, { list: [1, 2] })).toBe(10)
    const bind = '[list].map(a, [a + a].map(a, [a + a].map(a, [a + a].map(a, size(a + a)))))[0][0][0][0]'
    expect(outcome(bind, { list: Array(20_000).fill(0) })).toBe(320_000)
  })

  it('compares values that nest deeper than the stack', () => {
    const nested = (innermost: number): unknown => {
      let data: unknown = innermost
      for (let depth = 0; depth < 100_000; depth++) data = depth % 2 === 0 ? [data] : { a: data }
      return data
    }
    const program = host.compile('data == same', { unchecked: true })
    expect(program.evaluate({ data: nested(1), same: nested(1) }).value).toBe(true)
    expect(program.evaluate({ data: nested(1), same: nested(2) }).value).toBe(false)
  })

  it('expands a chain of optMap in time linear to its length', () => {
    const chain = `optional.of(1)${'.optMap(v, v + 1)'.repeat(12)}.value()`
    expect(outcome(chain)).toBe(13)
  })
})

describe('errors', () => {
  it.each<[string, string, number]>([
    ['1 + 1 == 2 && 1 / 0 == 1', 'division by zero', 16],
    ['[1][3] == 1', 'index out of bounds: 3', 3],
    ['"1" == string(int("x"))', "type conversion error from 'string' to 'int'", 17],
    ['false || int("x") == 1 || (2 > 1 && false)', "type conversion error from 'string' to 'int'", 12],
  ])('%s fails where the call stands', (expression, message, column) => {
    expect(evaluate(expression).error).toMatchObject({ message, location: { line: 1, column }, cancelled: false })
  })

  it('shows the arguments that no overload takes', () => {
    expect(outcome('dyn(1) + dyn("a")')).toBe('error: no such overload')
    expect(outcome('dyn(true) + dyn("a")')).toBe('error: no such overload: _+_')
    expect(outcome('dyn(1).size()')).toBe('error: no such overload: size')
    expect(outcome('dyn("a").size() + size(dyn(timestamp(0)))')).toBe('error: no such overload')
    expect(outcome('dyn([1]).getHours("-08:00")')).toBe('error: no such overload: getHours(list, string)')
    expect(outcome('dyn([1]).a')).toBe("error: unsupported index type 'string' in list")
    expect(outcome('dyn([1]).?a')).toBe("error: unsupported index type 'string' in list")
    expect(outcome('dyn(double("nan")) < dyn("a")')).toBe('error: NaN values cannot be ordered')
    expect(outcome('bytes(data)', { data: 1 })).toBe('error: no such overload: bytes(int)')
    expect(outcome('data.all(x, x)', { data: 'a' })).toBe("error: got 'types.String', expected iterable type")
  })
})

describe('constants', () => {
  it('are evaluated as the expression is compiled and cost nothing', () => {
    expect(evaluate('duration("1h") + duration("1m") == duration("61m")').cost).toBe(2)
    expect(evaluate('[1, [2], {"a": "b"}].size() == 3').cost).toBe(2)
    expect(evaluate('[].map(x, x) == []').cost).toBe(1)
  })

  it('make a look-up of a list that holds only them', () => {
    const list = `[${Array.from({ length: 1000 }, (_, index) => index).join(', ')}, 0.5, 2000u, "a", true]`
    const membership = host.compile(`data in ${list}`)
    const found = (data: unknown): unknown => membership.evaluate({ data })
    for (const data of [7, new CelDouble(7), new CelUint(7n), 0.5, 2000, 'a', true]) {
      expect(found(data)).toEqual({ value: true, cost: 1 })
    }
    for (const data of [-1, 1.5, 'b', false, null, [7]]) expect(found(data)).toEqual({ value: false, cost: 1 })
    expect(outcome('double("nan") in [double("nan")]')).toBe(false)
    expect(evaluate('data in []', {})).toEqual({ value: false, cost: 0 })
  })

  it('that fail are errors of the evaluation, or of the compilation where an environment says so', () => {
    expect(outcome('false && int("x") == 1')).toBe(false)
    const strict = createEnvironment({ strictConstants: true })
    expect(() => strict.compile('false && int("x") == 1')).toThrow("type conversion error from 'string' to 'int'")
  })
})

describe('unknown values', () => {
  it.each<[string, CelValue | 'unknown']>([
    ['data + 1', 'unknown'],
    ['data && false', false],
    ['true || data', true],
    ['data || 1 / 0 == 1', 'unknown'],
    ['[1, 2].all(x, data || x == 0)', 'unknown'],
    ['false ? data : 1', 1],
    ['object.spec.replicas == 1', 'unknown'],
    ['object.spec.replicas == 1 && false', false],
  ])('%s', (expression, expected) => {
    const value = outcome(expression, { data: new CelUnknown(), object: new CelUnknown() })
    expect(value instanceof CelUnknown ? 'unknown' : value).toBe(expected)
  })
})

describe('libraries', () => {
  class Amount extends CelOpaque {
    readonly type: CelType = amountType
    readonly units: number

    constructor(units: number) {
      super()
      this.units = units
    }

    equals(other: CelValue): boolean {
      return other instanceof Amount && other.units === this.units
    }
  }
  const amountType = opaqueType<Amount>('Amount')
  const library: Library = {
    name: 'amounts',
    types: [amountType],
    functions: [
      declareFunction(
        'amount',
        overload('string_to_amount', [stringType], amountType, (text) =>
          /^\d+$/.test(text) ? new Amount(Number(text)) : fail('not an amount'),
        ),
      ),
      declareFunction(
        'times',
        memberOverload('amount_times', [amountType, intType], amountType, (amount, count, context) => {
          context.charge(Number(count))
          return new Amount(amount.units * Number(count))
        }),
      ),
    ],
    macros: [
      {
        name: 'twice',
        args: 1,
        member: false,
        expand(context, _target, [arg]) {
          if (arg === undefined || arg.kind === 'constant')
            throw new MacroError('twice() needs more than a constant', arg)
          return context.call('_+_', arg, arg)
        },
      },
    ],
  }
  const environment = createEnvironment({ libraries: [library], costs: new Map([['string_to_amount', () => 7]]) })

  it('adds functions, types, macros and costs', () => {
    expect(
      environment.compile('amount("2").times(3) == amount("6") && type(amount("1")) == Amount').evaluate(),
    ).toEqual({
      value: true,
      cost: 3 * 7 + (1 + 3) + 1 + 1 + 1,
    })
    expect(environment.compile('amount("x")').evaluate().error?.message).toBe('not an amount')
    expect(environment.compile('twice(size("ab"))').evaluate().value).toBe(4)
    expect(() => environment.compile('1 + twice(1)')).toThrow('ERROR: <input>:1:11: twice() needs more than a constant')
  })

  it('charges before a call, or after it where the cost depends on the result', () => {
    const calls: string[] = []
    const grow = declareFunction(
      'grow',
      overload('int_grow', [intType], stringType, (size) => {
        calls.push('grow')
        return 'x'.repeat(Number(size))
      }),
    )
    const before = createEnvironment({ functions: [grow], costs: new Map([['int_grow', ([size]) => Number(size)]]) })
    expect(before.compile('grow(1000)').evaluate({}, { costLimit: 100 }).error?.cancelled).toBe(true)
    expect(calls).toEqual([])
    const after = createEnvironment({
      functions: [grow],
      costs: new Map([['int_grow', { afterCall: (_args, result) => String(result).length }]]),
    })
    expect(after.compile('grow(7)').evaluate()).toEqual({ value: 'xxxxxxx', cost: 7 })
    expect(calls).toEqual(['grow'])
  })

  it('charges for loops of functions while they run', () => {
    const { error } = environment.compile('amount("2").times(1000)').evaluate({}, { costLimit: 100 })
    expect(error?.cancelled).toBe(true)
  })

  it('lets a later library replace the code of an overload, and refuses another signature', () => {
    const replace = (type: typeof stringType | typeof intType): Library => ({
      name: 'replacement',
      functions: [
        declareFunction(
          'size',
          overload('size_string', [type], intType, () => 42),
        ),
      ],
    })
    expect(
      environment
        .extend({ libraries: [replace(stringType)] })
        .compile('size("a")')
        .evaluate().value,
    ).toBe(42)
    expect(() => environment.extend({ libraries: [replace(intType)] })).toThrow(
      new TypeError('overload "size_string" is declared twice with different signatures'),
    )
  })

  it('looks names up in its container and by abbreviation', () => {
    const named = createEnvironment({
      container: 'com.example',
      abbreviations: ['google.protobuf.Duration'],
      variables: { 'com.example.x': intType, 'com.x': stringType, x: doubleType },
    })
    expect(named.compile('x').evaluate({ 'com.example.x': 1 }).value).toBe(1)
    expect(named.compile('.x').evaluate({ x: 1 }).value).toEqual(new CelDouble(1))
    expect(named.compile('type(Duration{seconds: 1}) == Duration').evaluate().value).toBe(true)
    expect(() => named.compile('y')).toThrow("undeclared reference to 'y' (in container 'com.example')")
  })
})

describe('unchecked expressions', () => {
  it.each<[string, unknown]>([
    ['a.b.c + 1', 3],
    ['x.y == 5u', true],
    ['[1, 2].map(a, a + 1) == [2, 3]', true],
    ['a.b.size()', 1],
    ['missing.x', 'no such attribute(s): missing.x'],
    ['unknown_function(1)', 'no such overload: unknown_function'],
    ['"a" + 1', 'no such overload'],
  ])('%s', (expression, expected) => {
    const { value, error } = host.compile(expression, { unchecked: true }).evaluate({
      'a.b.c': 2,
      a: { b: { x: 1 } },
      x: { y: new CelUint(5n) },
    })
    expect(error?.message ?? value).toEqual(expected)
  })
})
