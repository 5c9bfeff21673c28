import { describe, expect, it } from 'vitest'
import { formatFieldValue, quote } from '@pinnace/meta'

describe('quote', () => {
  it.each([
    ['', '""'],
    ['plain', '"plain"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['\x07\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
    ['\0\x1f\x7f', '"\\x00\\x1f\\x7f"'],
    ['é世☺', '"é世☺"'],
    ['\u00a0\u200b\u2028\ufeff', '"\\u00a0\\u200b\\u2028\\ufeff"'],
    ['😀', '"😀"'],
    ['\u{e0001}', '"\\U000e0001"'],
    ['\ud800', '"\ufffd"'],
  ])('prints %j as %s', (text, quoted) => {
    expect(quote(text)).toBe(quoted)
  })

  it('quotes strings of field errors', () => {
    expect(formatFieldValue('a\0')).toBe('"a\\x00"')
  })

  it('is JSON without the characters of HTML where the value is not text', () => {
    expect(formatFieldValue({ rule: 'a < b && b > c' })).toBe(String.raw`{"rule":"a \u003c b \u0026\u0026 b \u003e c"}`)
    expect(formatFieldValue('a < b')).toBe('"a < b"')
  })
})
