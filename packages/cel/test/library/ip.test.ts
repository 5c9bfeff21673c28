import { describe, expect, it } from 'vitest'
import { createEnvironment, ip, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [strings({ version: 2 }), ip()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ["ip.isCanonical('2001:DB8::ABCD')", 'false'],
  ["ip.isCanonical('127.0.0.1')", 'true'],
  ["isIP('1.2.3.4')", 'true'],
  ["isIP('x')", 'false'],
  ["ip('::1').family()", '6'],
  ["ip('1.2.3.4').family()", '4'],
  ["ip('::').isUnspecified()", 'true'],
  ["ip('127.1.2.3').isLoopback()", 'true'],
  ["ip('224.0.0.1').isLinkLocalMulticast()", 'true'],
  ["ip('ff02::1').isLinkLocalMulticast()", 'true'],
  ["ip('ff05::1').isLinkLocalMulticast()", 'false'],
  ["ip('169.254.1.1').isLinkLocalUnicast()", 'true'],
  ["ip('fe80::1').isLinkLocalUnicast()", 'true'],
  ["ip('255.255.255.255').isGlobalUnicast()", 'false'],
  ["ip('192.168.0.1').isGlobalUnicast()", 'true'],
  ["ip('ff00::1').isGlobalUnicast()", 'false'],
  ["ip('fe80::1').isGlobalUnicast()", 'false'],
  ["ip('::').isGlobalUnicast()", 'false'],
  ["ip('1.2.3.4') == ip('1.2.3.4')", 'true'],
  ["type(ip('1.2.3.4')) == net.IP", 'true'],
  ["string(ip('2001:db8:0:0:1:0:0:1'))", '2001:db8::1:0:0:1'],
  ["string(ip('::1.2.3.4'))", '::102:304'],
  ["string(ip('1:0:2:0:3:0:4:0'))", '1:0:2:0:3:0:4:0'],
  ["'%s'.format([type(ip('1.2.3.4'))])", 'net.IP'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  [
    "ip('127.0.0.256')",
    'IP Address "127.0.0.256" parse error during conversion from string: ParseAddr("127.0.0.256"): IPv4 field has value >255',
  ],
  ["ip('')", 'IP Address "" parse error during conversion from string: ParseAddr(""): unable to parse IP'],
  [
    "ip('1.2.3.4.5')",
    'IP Address "1.2.3.4.5" parse error during conversion from string: ParseAddr("1.2.3.4.5"): IPv4 address too long',
  ],
  [
    "ip('01.2.3.4')",
    'IP Address "01.2.3.4" parse error during conversion from string: ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero',
  ],
  [
    "ip('1..2.3')",
    'IP Address "1..2.3" parse error during conversion from string: ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3")',
  ],
  [
    "ip('1.2.3.')",
    'IP Address "1.2.3." parse error during conversion from string: ParseAddr("1.2.3."): IPv4 field must have at least one digit (at ".")',
  ],
  [
    "ip('a.b.c.d')",
    'IP Address "a.b.c.d" parse error during conversion from string: ParseAddr("a.b.c.d"): unexpected character (at "a.b.c.d")',
  ],
  [
    "ip('1.2.3.4a')",
    'IP Address "1.2.3.4a" parse error during conversion from string: ParseAddr("1.2.3.4a"): unexpected character (at "a")',
  ],
  [
    "ip('1.2.3.1234')",
    'IP Address "1.2.3.1234" parse error during conversion from string: ParseAddr("1.2.3.1234"): IPv4 field has value >255',
  ],
  [
    "ip(':::1')",
    'IP Address ":::1" parse error during conversion from string: ParseAddr(":::1"): each colon-separated field must have at least one digit (at ":1")',
  ],
  [
    "ip('::1::')",
    'IP Address "::1::" parse error during conversion from string: ParseAddr("::1::"): multiple :: in address (at ":")',
  ],
  [
    "ip('1:2:3')",
    'IP Address "1:2:3" parse error during conversion from string: ParseAddr("1:2:3"): address string too short',
  ],
  [
    "ip('1:2:3:4:5:6:7:8:9')",
    'IP Address "1:2:3:4:5:6:7:8:9" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")',
  ],
  [
    "ip('12345::')",
    'IP Address "12345::" parse error during conversion from string: ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")',
  ],
  [
    "ip('g::')",
    'IP Address "g::" parse error during conversion from string: ParseAddr("g::"): each colon-separated field must have at least one digit (at "g::")',
  ],
  [
    "ip('1::2:')",
    'IP Address "1::2:" parse error during conversion from string: ParseAddr("1::2:"): colon must be followed by more characters (at ":")',
  ],
  [
    "ip('1:2:3:4:5:6:7::8')",
    'IP Address "1:2:3:4:5:6:7::8" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7::8"): the :: must expand to at least one field of zeros',
  ],
  [
    "ip(':1')",
    'IP Address ":1" parse error during conversion from string: ParseAddr(":1"): each colon-separated field must have at least one digit (at ":1")',
  ],
  [
    "ip('::1.2.3')",
    'IP Address "::1.2.3" parse error during conversion from string: ParseAddr("::1.2.3"): IPv4 address too short',
  ],
  [
    "ip('1:2:3:4:5:6:7:1.2.3.4')",
    'IP Address "1:2:3:4:5:6:7:1.2.3.4" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
  ],
  [
    "ip('::1.2.3.256')",
    'IP Address "::1.2.3.256" parse error during conversion from string: ParseAddr("::1.2.3.256"): IPv4 field has value >255',
  ],
  [
    "ip('fe80::1%')",
    'IP Address "fe80::1%" parse error during conversion from string: ParseAddr("fe80::1%"): zone must be a non-empty string',
  ],
  ["ip('abc')", 'IP Address "abc" parse error during conversion from string: ParseAddr("abc"): unable to parse IP'],
  ["ip('x%y')", 'IP Address "x%y" parse error during conversion from string: ParseAddr("x%y"): missing IPv6 address'],
  [
    "ip.isCanonical('x')",
    'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
  ],
]

describe('ip', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})

it('unwraps IPv4 addresses in IPv6 where it is asked to', () => {
  const unwrapping = createEnvironment({ libraries: [ip({ mappedAddresses: 'unwrap' })] })
  const valueOf = (expression: string): unknown => unwrapping.compile(expression).evaluate().value
  expect(valueOf("ip('::ffff:c0a8:1') == ip('192.168.0.1')")).toBe(true)
  expect(valueOf("ip('::ffff:c0a8:1').family()")).toBe(4)
  expect(valueOf("isIP('::ffff:192.168.0.1')")).toBe(false)
  expect(valueOf("ip('::1').family()")).toBe(6)
})
