import { describe, expect, it } from 'vitest'
import { CelCompileError, createEnvironment, dynType } from '../src/index.ts'

const environment = createEnvironment({ variables: { a: dynType, b: dynType, c: dynType, x: dynType, Foo: dynType } })

/** Expressions with what is wrong with them: line, column and the message of kube-apiserver 1.36.3. */
const cases: readonly (readonly [expression: string, issues: readonly string[]])[] = [
  [
    '*@a | b',
    [
      "1:1 Syntax error: extraneous input '*' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
      "1:2 Syntax error: token recognition error at: '@'",
      "1:5 Syntax error: token recognition error at: '| '",
      "1:7 Syntax error: extraneous input 'b' expecting <EOF>",
    ],
  ],
  ['a b', ["1:3 Syntax error: extraneous input 'b' expecting <EOF>"]],
  [
    '1 +',
    [
      "1:4 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    '1 + + 2',
    [
      "1:5 Syntax error: extraneous input '+' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    '- -',
    [
      "1:4 Syntax error: no viable alternative at input '-'",
      "1:4 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    '-)',
    [
      "1:2 Syntax error: no viable alternative at input '-)'",
      "1:2 Syntax error: mismatched input ')' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    '(',
    [
      "1:2 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    ')',
    [
      "1:1 Syntax error: mismatched input ')' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  ['[1', ["1:3 Syntax error: mismatched input '<EOF>' expecting {']', ','}"]],
  ['[1 2]', ["1:4 Syntax error: extraneous input '2' expecting {']', ','}"]],
  ['[1,,2]', ["1:4 Syntax error: mismatched input ',' expecting ']'"]],
  ['{1 2}', ["1:4 Syntax error: missing ':' at '2'"]],
  ['{"a": 1 "b": 2}', ["1:9 Syntax error: mismatched input '\"b\"' expecting {'}', ','}"]],
  ['a.', ["1:3 Syntax error: no viable alternative at input '.'"]],
  ['a. )', ["1:4 Syntax error: no viable alternative at input '. )'"]],
  ['a.b(1', ["1:6 Syntax error: missing ')' at '<EOF>'"]],
  [
    'a.b(,)',
    [
      "1:5 Syntax error: extraneous input ',' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  ['f(1 2)', ["1:5 Syntax error: extraneous input '2' expecting ')'"]],
  [
    'a[]',
    [
      "1:3 Syntax error: mismatched input ']' expecting {'[', '{', '(', '.', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  ['a.1', ["1:2 Syntax error: extraneous input '.1' expecting <EOF>"]],
  ['a.true', ["1:3 Syntax error: mismatched input 'true' expecting IDENTIFIER"]],
  ['a ? b', ["1:6 Syntax error: mismatched input '<EOF>' expecting ':'"]],
  [
    'a ? : c',
    [
      "1:5 Syntax error: extraneous input ':' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
      "1:8 Syntax error: mismatched input '<EOF>' expecting ':'",
    ],
  ],
  [
    '"abc',
    [
      "1:1 Syntax error: token recognition error at: '\"abc'",
      "1:5 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    '"\\z"',
    [
      "1:1 Syntax error: token recognition error at: '\"\\z'",
      "1:4 Syntax error: token recognition error at: '\"'",
      "1:5 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    "'abc\ndef'",
    ["1:1 Syntax error: token recognition error at: ''abc\n'", "2:4 Syntax error: token recognition error at: '''"],
  ],
  ['0xFFFFFFFFFFFFFFFFF', ['1:1 invalid int literal']],
  ['9223372036854775808', ['1:1 invalid int literal']],
  ['99999999999999999999u', ['1:1 invalid uint literal']],
  ['1e999', ['1:1 invalid double literal']],
  ["'\\ud800'", ['1:1 invalid unicode code point']],
  ["b'\\u00e9'", ['1:1 unable to unescape string']],
  ['Foo{a}', ["1:6 Syntax error: mismatched input '}' expecting ':'"]],
  ['Foo{1: 1}', ["1:5 Syntax error: mismatched input '1' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"]],
  ['x.{', ["1:3 Syntax error: no viable alternative at input '.{'"]],
  ['..', ["1:2 Syntax error: no viable alternative at input '..'"]],
  ['a..b', ["1:3 Syntax error: no viable alternative at input '..'"]],
  ['while(1)', ['1:1 reserved identifier: while']],
  ['a && if', ['1:6 reserved identifier: if']],
  ['has(a)', ['1:5 invalid argument to has() macro']],
  ['has(a.b', ["1:8 Syntax error: missing ')' at '<EOF>'"]],
  ['[].all(1, true)', ['1:8 argument must be a simple name']],
  ['[].map(a.b, 2)', ['1:9 argument is not an identifier']],
  ['[].all(__result__, true)', ['1:8 iteration variable overwrites accumulator variable']],
  ['a.?b', ["1:2 unsupported syntax '.?'"]],
  ['a[?b]', ["1:2 unsupported syntax '[?'"]],
  ['[?a]', ["1:2 unsupported syntax '?'"]],
  ['{?a: b}', ["1:2 unsupported syntax '?'"]],
  ['Foo{?a: 1}', ["1:5 unsupported syntax '?'"]],
  [
    'a\n+\n*',
    [
      "3:1 Syntax error: mismatched input '*' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
      "3:2 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    '\t1 +\t',
    [
      "1:6 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    '"😀" + @',
    [
      "1:7 Syntax error: token recognition error at: '@'",
      "1:8 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    'a = b',
    ["1:3 Syntax error: token recognition error at: '= '", "1:5 Syntax error: extraneous input 'b' expecting <EOF>"],
  ],
  [
    'a || || b',
    [
      "1:6 Syntax error: extraneous input '||' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    'f(f(f(',
    [
      "1:7 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    '({)}',
    [
      "1:3 Syntax error: extraneous input ')' expecting {'[', '{', '}', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
      "1:5 Syntax error: missing ')' at '<EOF>'",
    ],
  ],
  [
    'a[?]',
    [
      "1:2 unsupported syntax '[?'",
      "1:4 Syntax error: mismatched input ']' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    'a.?(',
    [
      "1:2 unsupported syntax '.?'",
      "1:4 Syntax error: mismatched input '(' expecting {IDENTIFIER, ESC_IDENTIFIER}",
      '1:4 unsupported ident kind',
    ],
  ],
  ['true false', ["1:6 Syntax error: extraneous input 'false' expecting <EOF>"]],
  [
    '',
    [
      "1:1 Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
]

function issuesOf(expression: string): readonly string[] {
  try {
    environment.check(expression)
    return []
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error
    return error.issues.map(({ location, message }) => `${location.line}:${location.column + 1} ${message}`)
  }
}

describe('syntax errors', () => {
  it.each(cases)('%j', (expression, issues) => {
    expect(issuesOf(expression)).toEqual(issues)
  })

  it('shows the lines with carets, wide characters with wide ones', () => {
    expect(() => environment.check('"😀" + @')).toThrow(
      [
        "ERROR: <input>:1:7: Syntax error: token recognition error at: '@'",
        ' | "😀" + @',
        ' | .\uFF0E....^',
        "ERROR: <input>:1:8: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
        ' | "😀" + @',
        ' | .\uFF0E.....^',
      ].join('\n'),
    )
  })

  it.each([
    ['parentheses', `${'('.repeat(251)}a${')'.repeat(251)}`, 'expression recursion limit exceeded: 250'],
    ['lists', `${'['.repeat(251)}${']'.repeat(251)}`, 'expression recursion limit exceeded: 250'],
    ['sums', Array.from({ length: 252 }, () => 'a').join(' + '), 'max recursion depth exceeded'],
    ['selections', `a${'.b'.repeat(251)}`, 'max recursion depth exceeded'],
    ['right operands', `${'(a + '.repeat(125)}a${')'.repeat(125)}`, 'expression recursion limit exceeded: 250'],
  ])('bounds the nesting of %s', (_name, expression, message) => {
    expect(issuesOf(expression)).toEqual([`-1:0 ${message}`])
  })

  it.each([
    ['parentheses', `${'('.repeat(249)}a${')'.repeat(249)}`],
    ['lists', `${'['.repeat(249)}${']'.repeat(249)}`],
    ['sums', Array.from({ length: 250 }, () => 'a').join(' + ')],
    ['terms of a conjunction', Array.from({ length: 2000 }, () => 'a').join(' && ')],
  ])('accepts nesting of %s within the limit', (_name, expression) => {
    expect(issuesOf(expression)).toEqual([])
  })

  it('accepts macros within macros, and refuses more than the stack has room for', () => {
    const nested = (count: number): string => `${'[1].exists(x, '.repeat(count)}true${')'.repeat(count)}`
    expect(issuesOf(nested(100))).toEqual([])
    expect(issuesOf(nested(251))).toEqual(['-1:0 expression recursion limit exceeded: 250'])
    expect([[], ['-1:0 expression nests too deeply']]).toContainEqual(issuesOf(nested(249)))
  })

  it('bounds the size in code points', () => {
    expect(issuesOf(`"${'😀'.repeat(99_998)}"`)).toEqual([])
    expect(issuesOf(`"${'😀'.repeat(99_999)}"`)).toEqual([
      '-1:0 expression code point size exceeds limit: size: 100001, limit 100000',
    ])
  })

  it('gives up after thirty recoveries and never reports more than a hundred issues', () => {
    expect(issuesOf('a b '.repeat(60)).length).toBeLessThan(40)
    expect(issuesOf('@'.repeat(300))).toHaveLength(100)
    expect(() => environment.check('@'.repeat(300))).toThrow(/\n1 more errors were truncated$/)
  })
})
