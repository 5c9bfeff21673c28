import { describe, expect, it } from 'vitest'
import { createFieldSelector, escapeFieldValue, parseFieldSelector, StatusError } from '@pinnace/meta'

function refusal(text: string): string {
  try {
    return `none: ${parseFieldSelector(text).toString()}`
  } catch (error) {
    if (error instanceof StatusError) return `${error.code} ${error.message}`
    throw error
  }
}

describe('parseFieldSelector', () => {
  it.each([
    ['', [], ''],
    [',', [], ''],
    ['a=b', [['a', '=', 'b']], 'a=b'],
    ['a==b', [['a', '=', 'b']], 'a=b'],
    ['a!=b', [['a', '!=', 'b']], 'a!=b'],
    ['a=', [['a', '=', '']], 'a='],
    ['=', [], ''],
    ['!=,a=b', [['a', '=', 'b']], 'a=b'],
    ['=b', [['', '=', 'b']], '=b'],
    [
      'b=1,a=2',
      [
        ['a', '=', '2'],
        ['b', '=', '1'],
      ],
      'a=2,b=1',
    ],
    [
      ',b=1,,a=2,',
      [
        ['a', '=', '2'],
        ['b', '=', '1'],
      ],
      'a=2,b=1',
    ],
    ['a=x\\,y', [['a', '=', 'x,y']], 'a=x\\,y'],
    ['a=x\\=y', [['a', '=', 'x=y']], 'a=x\\=y'],
    ['a=x\\\\', [['a', '=', 'x\\']], 'a=x\\\\'],
    [
      'a=x\\\\,b=y',
      [
        ['a', '=', 'x\\'],
        ['b', '=', 'y'],
      ],
      'a=x\\\\,b=y',
    ],
    ['metadata.name=a b', [['metadata.name', '=', 'a b']], 'metadata.name=a b'],
    ['a=b!', [['a', '=', 'b!']], 'a=b!'],
    ['!a=b', [['!a', '=', 'b']], '!a=b'],
  ])('reads %j', (text, expected, printed) => {
    const selector = parseFieldSelector(text)
    expect(selector.requirements.map(({ field, operator, value }) => [field, operator, value])).toEqual(expected)
    expect(selector.toString()).toBe(printed)
    expect(String(selector)).toBe(printed)
    expect(parseFieldSelector(printed).toString()).toBe(printed)
    expect(selector.isEmpty).toBe(expected.length === 0)
  })

  it.each([
    ['a', "400 invalid selector: 'a'; can't understand 'a'"],
    ['b=1,a', "400 invalid selector: 'b=1,a'; can't understand 'a'"],
    ['a!b', "400 invalid selector: 'a!b'; can't understand 'a!b'"],
    ['a=b=c', '400 invalid field selector: unescaped character in value: 61'],
    ['a===b', '400 invalid field selector: unescaped character in value: 61'],
    ['a=\\x', '400 invalid field selector: invalid escape sequence: \\x'],
    ['a=\\😀', '400 invalid field selector: invalid escape sequence: \\😀'],
    ['a=b\\', '400 invalid field selector: invalid escape sequence: \\'],
  ])('refuses %j', (text, expected) => {
    expect(refusal(text)).toBe(expected)
  })
})

describe('a field selector', () => {
  const read = (fields: Readonly<Record<string, string>>) => (field: string) => fields[field]

  it.each([
    ['', {}, true],
    ['a=b', { a: 'b' }, true],
    ['a=b', { a: 'c' }, false],
    ['a=b', {}, false],
    ['a!=b', {}, true],
    ['a!=b', { a: 'b' }, false],
    ['a=', {}, true],
    ['a!=', {}, false],
    ['a=1,b!=2', { a: '1', b: '3' }, true],
    ['a=1,b!=2', { a: '1', b: '2' }, false],
    ['a=1,a=2', { a: '1' }, false],
  ])('%j on %j answers %s', (text, fields, expected) => {
    expect(parseFieldSelector(text).matches(read(fields))).toBe(expected)
  })

  it('returns the required value of a field', () => {
    const selector = parseFieldSelector('b!=2,a=1,a=0,c=')
    expect(selector.value('a')).toBe('0')
    expect(selector.value('b')).toBeUndefined()
    expect(selector.value('c')).toBe('')
    expect(selector.value('d')).toBeUndefined()
  })

  it('can be created from requirements', () => {
    const selector = createFieldSelector([{ field: 'metadata.name', operator: '=', value: 'a,b' }])
    expect(selector.toString()).toBe('metadata.name=a\\,b')
    expect(selector.matches(() => 'a,b')).toBe(true)
  })

  it('escapes special characters', () => {
    expect(escapeFieldValue('a\\b,c=d!e')).toBe('a\\\\b\\,c\\=d!e')
  })
})
