import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { formatJson, JsonError, maxJsonDepth, parseJson } from '@pinnace/meta'
import { parseExactJson } from '../src/json/exact-json.ts'

const value = (text: string | Buffer): unknown => parseJson(text).value

function refusal(text: string | Buffer): string {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return error.message
    throw error
  }
  return 'none'
}

describe('values', () => {
  it.each([
    ['null', null],
    ['true', true],
    ['false', false],
    ['0', 0],
    ['-1.5', -1.5],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['1.5e-3', 0.0015],
    ['""', ''],
    ['"a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"', 'a"\\/\b\f\n\r\té'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"😀 é"', '😀 é'],
    ['"\\ud800"', '\ufffd'],
    ['"\\udc00x\\ud800"', '\ufffdx\ufffd'],
    ['"\\uD83D\\uD83D\\uDE00"', '\ufffd😀'],
    ['"\\\\ud800"', '\\ud800'],
    ['[]', []],
    ['{}', {}],
    [' [ 1 , [ ] , { } , "a" ] ', [1, [], {}, 'a']],
    ['\t{\r\n"a" : { "b":[1,{"c":null}]} }\n', { a: { b: [1, { c: null }] } }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"":1}', { '': 1 }],
    ['"\x7f\u2028"', '\x7f\u2028'],
  ])('reads %s', (text, expected) => {
    expect(value(text)).toEqual(expected)
    expect(value(Buffer.from(text))).toEqual(expected)
    expect(parseExactJson(Buffer.from(text), maxJsonDepth)).toEqual(expected)
  })

  it('replaces bytes that are not UTF-8', () => {
    expect(value(Buffer.from([0x22, 0x61, 0xff, 0x22]))).toBe('a\ufffd')
  })

  it.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775808', 9223372036854775808],
    ['18446744073709551615', 2 ** 64],
    ['123456789012345678901234567890', 1.2345678901234568e29],
    ['1234567890123456.5', 1234567890123456.5],
    ['0.30000000000000004', 0.30000000000000004],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['1e-400', 0],
  ])('reads the number %s exactly, or as the nearest double', (text, expected) => {
    expect(value(text)).toBe(expected)
    expect(value(`{"a":[${text}]}`)).toEqual({ a: [expected] })
  })

  it.each(['1e400', '-1e400', '1E309', `1${'0'.repeat(309)}`, `1${'0'.repeat(400)}.5`])(
    'refuses %s, which no double holds',
    (text) => {
      expect(refusal(`{"a":${text}}`)).toBe(`json: cannot unmarshal number ${text} into Go value of type float64`)
    },
  )

  it.each([false, true])('keeps __proto__ as a key of its own (exact path: %s)', (exact) => {
    const text = `{"__proto__":{"polluted":true},"constructor":1,"n":${exact ? '9007199254740993' : '1'}}`
    const object = value(text) as Record<string, unknown>
    expect(Object.keys(object)).toEqual(['__proto__', 'constructor', 'n'])
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(formatJson(object)).toBe(text)
  })
})

describe('errors', () => {
  it.each([
    ['', 'unexpected end of JSON input'],
    [' ', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['[', 'unexpected end of JSON input'],
    ['[1', 'unexpected end of JSON input'],
    ['[1,', 'unexpected end of JSON input'],
    ['{"a"', 'unexpected end of JSON input'],
    ['{"a":', 'unexpected end of JSON input'],
    ['{"a":1', 'unexpected end of JSON input'],
    ['{"a":1,', 'unexpected end of JSON input'],
    ['"a', 'unexpected end of JSON input'],
    ['"a\\', "invalid character ' ' in string escape code"],
    ['"\\u00', "invalid character ' ' in \\u hexadecimal character escape"],
    ['tru', "invalid character ' ' in literal true (expecting 'e')"],
    ['-', "invalid character ' ' in numeric literal"],
    ['1.', "invalid character ' ' after decimal point in numeric literal"],
    ['1e', "invalid character ' ' in exponent of numeric literal"],
    ['x', "invalid character 'x' looking for beginning of value"],
    ['{"a":x}', "invalid character 'x' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['[,1]', "invalid character ',' looking for beginning of value"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['}', "invalid character '}' looking for beginning of value"],
    ['+1', "invalid character '+' looking for beginning of value"],
    ['.5', "invalid character '.' looking for beginning of value"],
    ['NaN', "invalid character 'N' looking for beginning of value"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{,}', "invalid character ',' looking for beginning of object key string"],
    ['{1:1}', "invalid character '1' looking for beginning of object key string"],
    ['{"a"}', "invalid character '}' after object key"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ['{"a":1]', "invalid character ']' after object key:value pair"],
    ['[1 2]', "invalid character '2' after array element"],
    ['[1}', "invalid character '}' after array element"],
    ['[01]', "invalid character '1' after array element"],
    ['1 2', "invalid character '2' after top-level value"],
    ['{}{}', "invalid character '{' after top-level value"],
    ['{} x', "invalid character 'x' after top-level value"],
    ['01', "invalid character '1' after top-level value"],
    ['-a', "invalid character 'a' in numeric literal"],
    ['1.a', "invalid character 'a' after decimal point in numeric literal"],
    ['1ea', "invalid character 'a' in exponent of numeric literal"],
    ['1e+-1', "invalid character '-' in exponent of numeric literal"],
    ['trux', "invalid character 'x' in literal true (expecting 'e')"],
    ['falsy', "invalid character 'y' in literal false (expecting 'e')"],
    ['nil', "invalid character 'i' in literal null (expecting 'u')"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\0"', "invalid character '\\x00' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['{"a":"\\\'"}', "invalid character '\\'' in string escape code"],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    ['\u00a01', "invalid character 'Â' looking for beginning of value"],
    ['[1e400,}', "invalid character '}' looking for beginning of value"],
    ['{"a":9007199254740993,}', "invalid character '}' looking for beginning of object key string"],
  ])('refuses %j', (text, expected) => {
    expect(refusal(text)).toBe(expected)
    expect(refusal(Buffer.from(text))).toBe(expected)
  })

  it('names the offset', () => {
    expect(() => parseJson('{"a":x}')).toThrow(expect.objectContaining({ offset: 6 }))
  })

  it('accepts the same text as JSON.parse, with any byte changed', () => {
    const text = '{"a":[1,-2.5,3e2,"b\\n\\u0041",true,false,null,{"c":{}}],"d":"é"}'
    const alphabet = '{}[],:"\\ntfu0-.eE+ \n\x01x'
    for (let at = 0; at < text.length; at++) {
      for (const replacement of ['', ...alphabet]) {
        const changed = text.slice(0, at) + replacement + text.slice(at + 1)
        let expected: unknown
        try {
          expected = JSON.parse(changed)
        } catch {
          expected = undefined
        }
        const told = refusal(changed)
        expect(told === 'none', `${changed}: ${told}`).toBe(expected !== undefined)
        if (expected === undefined) {
          expect(() => parseExactJson(Buffer.from(changed), maxJsonDepth)).toThrow(JsonError)
        } else {
          expect(value(changed)).toEqual(expected)
          expect(parseExactJson(Buffer.from(changed), maxJsonDepth)).toEqual(expected)
        }
      }
    }
  })
})

describe('depth', () => {
  const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth)

  it('parses and formats 1,100 levels', () => {
    for (const text of [nested(1_100), `${'{"a":'.repeat(1_099)}{}${'}'.repeat(1_099)}`]) {
      const parsed = parseJson(text)
      expect(parsed.duplicates()).toEqual([])
      expect(formatJson(parsed.value)).toBe(text)
    }
  })

  it('refuses 1,101 levels', () => {
    expect(refusal(nested(1_101))).toBe('exceeded max depth')
    expect(refusal('['.repeat(3_000_000))).toBe('exceeded max depth')
    expect(refusal('{"a":'.repeat(1_101))).toBe('exceeded max depth')
  })

  it('refuses more levels than the caller allows', () => {
    expect(parseJson(nested(5), { maxDepth: 5 }).value).toEqual([[[[[]]]]])
    expect(() => parseJson(nested(6), { maxDepth: 5 })).toThrow('exceeded max depth')
  })

  it('does not count brackets in strings', () => {
    const text = JSON.stringify({ a: '['.repeat(20_000) })
    expect(formatJson(value(text))).toBe(text)
  })

  it('finds duplicates at the deepest level', () => {
    const text = `${'{"a":'.repeat(1_000)}{"b":1,"b":2}${'}'.repeat(1_000)}`
    expect(parseJson(text).duplicates()).toEqual([`${'a.'.repeat(1_000)}b`])
  })

  it('refuses to format a value that contains itself', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = { loop }
    expect(() => formatJson(loop)).toThrow('exceeded max depth')
  })
})

describe('duplicates', () => {
  it.each([
    ['{}', []],
    ['[1,2]', []],
    ['"a:b"', []],
    ['{"a":"b:c","d":[":"]}', []],
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"a":2,"a":3}', ['a']],
    ['{"spec":{"replicas":1,"replicas":2}}', ['spec.replicas']],
    ['{"data":{"a":"1","b":"2","a":"3"}}', ['data.a']],
    ['{"spec":{"ports":[{"port":1,"port":2},{"port":1}]}}', ['spec.ports[0].port']],
    ['{"spec":{"ports":[{"port":1},[0,{"a":[{"x":1,"x":2}]}]]}}', ['spec.ports[1][1].a[0].x']],
    ['[{"a":1,"a":1},{"a":1,"a":1}]', ['[0].a', '[1].a']],
    ['{"a":{"b":1},"a":{"b":1,"b":1}}', ['a', 'a.b']],
    ['{"a":{"b":1,"b":1},"a":{"b":1,"b":1}}', ['a.b', 'a']],
    ['{"b":1,"a":1,"a":2,"b":2}', ['a', 'b']],
    ['{"\\u0061":1,"a":2}', ['a']],
    ['{"":{"a":1,"a":2}}', ['.a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"a":9007199254740993,"a":1}', ['a']],
    ['{"a":9007199254740993}', []],
    ['{"a":{"x":[[],[1],{}],"y":{}},"b":[{"c":1}],"b":1}', ['b']],
  ])('%s', (text, expected) => {
    expect(parseJson(text).duplicates()).toEqual(expected)
    expect(parseJson(Buffer.from(text)).duplicates()).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ['{"a":{"b":1,"c":{"d":1}},"a":{"c":{"e":2},"b":3}}', { a: { b: 3, c: { d: 1, e: 2 } } }],
    ['{"a":[1,2],"a":[3]}', { a: [3] }],
    ['{"a":{"b":1},"a":null}', { a: null }],
    ['{"a":{"b":1},"a":[1]}', { a: [1] }],
    ['{"a":[{"b":1,"b":2}],"a":{"b":1}}', { a: { b: 1 } }],
    ['{"__proto__":{"a":1},"__proto__":{"b":2}}', JSON.parse('{"__proto__":{"a":1,"b":2}}')],
  ])('of objects are merged on demand: %s', (text, merged) => {
    expect(parseJson(text).merged()).toEqual(merged)
  })

  it('are sorted among other keys by where they stand', () => {
    const { inOrder } = parseJson('{"x":1,"a":{"b":1,"y":[{"z":1}],"b":2},"w":1,"x":2}')
    const sorted = inOrder(['x', 'a.b'], ['w', 'a.y[0].z'])
    expect(sorted.map(({ path, isDuplicate }) => `${path} ${isDuplicate}`)).toEqual([
      'a.y[0].z false',
      'a.b true',
      'w false',
      'x true',
    ])
  })

  it('reports a hundred at most', () => {
    const keys = Array.from({ length: 150 }, (_, index) => `"k${index}":1,"k${index}":2`)
    expect(parseJson(`{${keys.join(',')}}`).duplicates()).toHaveLength(100)
  })
})

describe('formatJson', () => {
  it.each([
    [{ a: 1n }, '{"a":1}'],
    [
      { a: [9223372036854775807n, -1n], b: 'x"y', c: null, d: true },
      '{"a":[9223372036854775807,-1],"b":"x\\"y","c":null,"d":true}',
    ],
    [
      { a: 9007199254740993n, b: undefined, c: [undefined, () => 1, Number.NaN] },
      '{"a":9007199254740993,"c":[null,null,null]}',
    ],
    [{ a: undefined, b: 1n, c: {}, d: [] }, '{"b":1,"c":{},"d":[]}'],
    [{ a: 1n, at: new Date(0) }, '{"a":1,"at":"1970-01-01T00:00:00.000Z"}'],
    [1n, '1'],
    [undefined, 'null'],
    ['a\u2028', '"a\u2028"'],
    [{ a: undefined }, '{}'],
  ])('writes %o', (input, expected) => {
    expect(formatJson(input)).toBe(expected)
  })

  it('formats a bigint as an integer even if the host has added BigInt.prototype.toJSON', () => {
    const prototype = BigInt.prototype as { toJSON?: unknown }
    prototype.toJSON = function (this: bigint) {
      return String(this)
    }
    try {
      expect(formatJson({ a: 9007199254740993n, b: [1, 'x'] })).toBe('{"a":9007199254740993,"b":[1,"x"]}')
    } finally {
      delete prototype.toJSON
    }
  })

  it('passes the error of a toJSON on', () => {
    const broken = {
      toJSON: () => {
        throw new TypeError('broken')
      },
    }
    expect(() => formatJson(broken)).toThrow('broken')
  })

  it('returns the value that was parsed', () => {
    const text = '{"a":[1,-0.5,1e+21,9223372036854775807,"é😀"],"b":{"c":null,"1":true}}'
    expect(JSON.parse(formatJson(value(text)))).toEqual(JSON.parse(text))
    expect(formatJson(value('{"n":9223372036854775807}'))).toBe('{"n":9223372036854775807}')
  })
})

describe('numbers that are no 64-bit integers', () => {
  it('can be had as their text', () => {
    const { value, withLiterals } = parseJson('{"a":[1.0,-2e3,9223372036854775808],"b":9223372036854775807,"c":1}')
    expect(value).toEqual({ a: [1, -2000, 9223372036854775808], b: 9223372036854775807n, c: 1 })
    const literal = withLiterals?.() as { a: symbol[]; b: bigint; c: number }
    expect(literal.a.map(({ description }) => description)).toEqual(['1.0', '-2e3', '9223372036854775808'])
    expect([literal.b, literal.c]).toEqual([9223372036854775807n, 1])
  })

  it.each(['{"a":1}', '{"a":"1.0"}', '[]'])('are not in %s', (text) => {
    expect(parseJson(text)).not.toHaveProperty('withLiterals')
  })
})
