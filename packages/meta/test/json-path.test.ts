import { describe, expect, it } from 'vitest'
import { compileJsonPath, JsonPathError, parseJson } from '@pinnace/meta'

const object = {
  spec: { size: 3, ratio: 2.5, names: ['a', 'b', 'c', 'd'], on: true, nothing: null, empty: [] },
  status: {
    conditions: [
      { type: 'Ready', status: 'True', weight: 1, reason: 'f(x)' },
      { type: 'Scheduled', status: 'False', weight: 2.5 },
      { type: 'Old', weight: 3, extra: { deep: [{ type: 'Inner' }] } },
    ],
  },
  'a.b': 'dotted',
  'example.com/key': 'slashed',
  metadata: { labels: { 'example.com/name': 'n' } },
}

const names = object.spec.names
const [ready, scheduled, old] = object.status.conditions

function refusal(path: string): string {
  try {
    compileJsonPath(path)
  } catch (error) {
    if (error instanceof JsonPathError) return error.message
    throw error
  }
  return 'none'
}

function nestedLists(depth: number, width: number): unknown {
  let value: unknown = Array.from({ length: width }, (_, index) => index)
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

describe('compileJsonPath', () => {
  it.each<[string, readonly unknown[]]>([
    // Fields.
    ['', [object]],
    ['$', [object]],
    ['@', [object]],
    ['.spec.size', [3]],
    ['$.spec.size', [3]],
    ['.spec .size', [3]],
    ['.spec.nothing', [null]],
    ['.spec.nothing.more', []],
    ['.spec.missing', []],
    ['.spec.missing.more', []],
    ['.spec.size.more', []],
    ['.spec.names.length', []],
    ['.constructor', []],
    ['.spec.toString', []],
    ['.__proto__', []],
    ['.', []],
    ['.a\\.b', ['dotted']],
    ["['a\\.b']", ['dotted']],
    ["['a.b']", []],
    ["['spec']['size']", [3]],
    ["['spec.size']", [3]],
    ['.example\\.com/key', ['slashed']],
    ['.metadata.labels.example\\.com/name', ['n']],
    // Indexes and slices.
    ['.spec.names[0]', ['a']],
    ['.spec.names[3]', ['d']],
    ['.spec.names[-1]', ['d']],
    ['.spec.names[-4]', ['a']],
    ['.spec.names[4]', []],
    ['.spec.names[-5]', []],
    ['.spec.names[*]', names],
    ['.spec.names[:]', names],
    ['.spec.names[1:3]', ['b', 'c']],
    ['.spec.names[1:]', ['b', 'c', 'd']],
    ['.spec.names[:2]', ['a', 'b']],
    ['.spec.names[-2:]', ['c', 'd']],
    ['.spec.names[:-1]', ['a', 'b', 'c']],
    ['.spec.names[::2]', ['a', 'c']],
    ['.spec.names[1:4:2]', ['b', 'd']],
    ['.spec.names[::0]', []],
    ['.spec.names[::-1]', []],
    ['.spec.names[3:1]', []],
    ['.spec.names[1:1]', []],
    ['.spec.names[0:9]', []],
    ['.spec.names[]', ['a']],
    ['.spec.empty[0]', []],
    ['.spec.empty[*]', []],
    ['.spec.size[0]', []],
    ['.spec.nothing[0]', []],
    // Unions.
    ['.spec.names[0,2]', ['a', 'c']],
    ['.spec.names[2, 0]', ['c', 'a']],
    ["['spec','status']", [object.spec, object.status]],
    // Wildcards and descent.
    ['.status.*', [object.status.conditions]],
    ['.status.conditions[*].type', ['Ready', 'Scheduled', 'Old']],
    ['.status.conditions.*.status', ['True', 'False']],
    ['..type', ['Ready', 'Scheduled', 'Old', 'Inner']],
    ['.status..deep[0].type', ['Inner']],
    ['.spec..', [object.spec, names, 'a', 'b', 'c', 'd']],
    // Filters.
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    [".status.conditions[?(@.type=='Ready')].status", ['True']],
    ['.status.conditions[?(@.type == "Ready")].status', ['True']],
    ['.status.conditions[?(@.type!="Ready")].type', ['Scheduled', 'Old']],
    ['.status.conditions[?(@.type=="None")].status', []],
    ['.status.conditions[?(@.status)].type', ['Ready', 'Scheduled']],
    ['.status.conditions[?(@.reason=="f(x)")].type', ['Ready']],
    ['.status.conditions[?(@.extra.deep[0].type=="Inner")].type', ['Old']],
    ['.status.conditions[?(@.weight==3)].type', []],
    ['.status.conditions[?(@.type>"P")].type', ['Ready', 'Scheduled']],
    ['.spec.names[?(@=="b")]', ['b']],
    ['.spec.names[?(@>="c")]', ['c', 'd']],
    ['.spec.names[?(@<"c")]', ['a', 'b']],
    ['.spec.names[?(@<="a")]', ['a']],
    ['.spec.names[?(@==1)]', []],
    ['.spec[?(@.size)]', []],
    ['.spec.empty[?(@.a==1)]', []],
    // Literals and words.
    ['.spec "a"', ['a']],
    ["'it\\'s'", ["it's"]],
    ['"\\n\\x41\\u00e9\\U0001F600\\101"', ['\nAé😀A']],
    ['word', []],
    ['.spec.names[*] 5', [5, 5, 5, 5]],
    ['.spec -1.5', [-1.5]],
    ['.spec true', [true]],
  ])('%s', (path, expected) => {
    expect(compileJsonPath(path)(object)).toEqual(expected)
  })

  it('compares numbers of the same kind only', () => {
    const numbers = { whole: [{ v: 1 }, { v: 2 }, { v: 3n }], mixed: [{ v: 1 }, { v: 2.5 }] }
    const find = (path: string): readonly unknown[] => compileJsonPath(path)(numbers)
    expect(find('.whole[?(@.v>1)].v')).toEqual([2, 3n])
    expect(find('.whole[?(@.v>=2)].v')).toEqual([2, 3n])
    expect(find('.whole[?(@.v==3)].v')).toEqual([3n])
    expect(find('.whole[?(@.v<=1)].v')).toEqual([1])
    expect(find('.mixed[?(@.v>0)].v')).toEqual([])
    expect(find('.mixed[1:2]')).toEqual([{ v: 2.5 }])
  })

  it('compares booleans for equality only', () => {
    const flags = { list: [{ on: true }, { on: false }, {}] }
    expect(compileJsonPath('.list[?(@.on==true)]')(flags)).toEqual([{ on: true }])
    expect(compileJsonPath('.list[?(@.on<true)]')(flags)).toEqual([])
  })

  it('finds nothing in a value that is not an object', () => {
    for (const value of [undefined, null, 1, 'text', [], true]) {
      expect(compileJsonPath('.spec.size')(value)).toEqual([])
      expect(compileJsonPath('.spec[*]')(value)).toEqual([])
    }
  })

  it('finds a key of any name', () => {
    expect(compileJsonPath('.__proto__.a')(parseJson('{"__proto__":{"a":1}}').value)).toEqual([1])
  })

  it.each([
    ['.a[', 'unterminated array'],
    ['.a[0', 'unterminated array'],
    ['.a[b]', 'invalid array index b'],
    ['.a[1:2:3:4]', 'invalid array index 1:2:3:4'],
    ['.a["b"]', 'invalid array index "b"'],
    ['.a[-]', 'array index - is not a number'],
    ['.a[99999999999999999999]', 'array index 99999999999999999999 is not a number'],
    ['.a[0,b]', 'invalid array index b'],
    ['.a[?(@.b', 'unterminated filter'],
    ['.a[?(@.b=="c)]', 'unterminated filter'],
    ['.a[?(@.b)', 'unclosed array expect ]'],
    ['.a[?(@.b)x]', 'unclosed array expect ]'],
    ['.a "b', 'unterminated quoted string'],
    ['"\\q"', 'unquote string "\\q" error invalid syntax'],
    ['"\\\'"', 'unquote string "\\\'" error invalid syntax'],
    ['....a', 'invalid multiple recursive descent'],
    ['#', "unrecognized character in action: U+0023 '#'"],
    ['.a[0]#', "unrecognized character in action: U+0023 '#'"],
    ['.a[?(@=~"a")]', "unrecognized character in action: U+007E '~'"],
    ['-', 'cannot parse number -'],
    ['1.2.3', 'cannot parse number 1.2.3'],
    ['.a\n', 'unclosed action'],
    ['.a}', 'unexpected text after the end of the action'],
  ])('refuses %j', (path, message) => {
    expect(refusal(path)).toBe(message)
  })

  it('finds nothing for a path that multiplies values', () => {
    let deep: unknown = {}
    for (let level = 0; level < 300; level++) deep = { a: deep }
    expect(compileJsonPath('..a')(deep)).toHaveLength(300)
    expect(compileJsonPath('..a..a..a..a')(deep)).toEqual([])
    expect(compileJsonPath(`.l${'[0,0]'.repeat(40)}`)({ l: [[]] })).toEqual([])
    expect(compileJsonPath(`${'[0,0]'.repeat(15)}[*]`)(nestedLists(15, 5_000))).toEqual([])
    const list = Array.from({ length: 200 }, () => ({ l: Array.from({ length: 200 }, () => 1) }))
    expect(compileJsonPath('.list[*].l[*]')({ list })).toHaveLength(40_000)
    expect(compileJsonPath('.list[?(@.l[*])]..')({ list: [...list, ...list, ...list] })).toEqual([])
  })

  it('walks deep objects without recursion', () => {
    let deep: unknown = 1
    for (let level = 0; level < 9_000; level++) deep = [deep]
    expect(compileJsonPath('..')(deep)).toHaveLength(9_000)
  })

  it('does not change the objects', () => {
    expect(compileJsonPath('.status.conditions[?(@.status)]')(object)).toEqual([ready, scheduled])
    expect(compileJsonPath('.status.conditions[-1]')(object)[0]).toBe(old)
  })
})
