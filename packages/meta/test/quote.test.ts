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
})
