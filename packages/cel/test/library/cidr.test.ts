import { describe, expect, it } from 'vitest'
import { createEnvironment, cidr, ip, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [strings({ version: 2 }), ip(), cidr()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ["type(cidr('1.2.3.0/24')) == net.CIDR", 'true'],
  ["string(cidr('192.168.0.1/24'))", '192.168.0.1/24'],
  ["string(cidr('192.168.0.1/24').masked())", '192.168.0.0/24'],
  ["string(cidr('192.168.0.1/24').ip())", '192.168.0.1'],
  ["cidr('::/0').prefixLength()", '0'],
  ["cidr('192.168.0.0/24').containsIP('192.168.0.5')", 'true'],
  ["cidr('192.168.0.0/24').containsIP(ip('192.168.1.5'))", 'false'],
  ["cidr('192.168.0.0/24').containsIP('::1')", 'false'],
  ["cidr('192.168.0.0/24').containsIP(ip('::1'))", 'false'],
  ["cidr('192.168.0.0/16').containsCIDR(cidr('192.168.10.0/24'))", 'true'],
  ["cidr('192.168.0.0/24').containsCIDR('192.168.0.0/16')", 'false'],
  ["cidr('192.168.1.7/24').containsCIDR('192.168.1.9/24')", 'true'],
  ["cidr('192.168.0.0/16').containsCIDR('192.168.10.0/24')", 'true'],
  ["cidr('10.0.0.0/8').containsCIDR('10.0.0.0/8')", 'true'],
  ["isCIDR('10.0.0.0/8')", 'true'],
  ["isCIDR('10.0.0.0/33')", 'false'],
  ["cidr('10.0.0.1/8') == cidr('10.0.0.0/8')", 'false'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  [
    "cidr('1.2.3.4')",
    `network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4"): no '/'`,
  ],
  [
    "cidr('1.2.3.4/')",
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/"): bad bits after slash: ""',
  ],
  [
    "cidr('1.2.3.4/x')",
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/x"): bad bits after slash: "x"',
  ],
  [
    "cidr('1.2.3.4/08')",
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/08"): bad bits after slash: "08"',
  ],
  [
    "cidr('1.2.3.4/-1')",
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/-1"): bad bits after slash: "-1"',
  ],
  [
    "cidr('1.2.3/8')",
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3/8"): ParseAddr("1.2.3"): IPv4 address too short',
  ],
  [
    "cidr('::1/129')",
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("::1/129"): prefix length out of range',
  ],
  [
    "cidr('fe80::1%eth0/64')",
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("fe80::1%eth0/64"): IPv6 zones cannot be present in a prefix',
  ],
  [
    "cidr('::ffff:1.2.3.4/120')",
    'network address parse error during conversion from string: IPv4-mapped IPv6 address "::ffff:1.2.3.4/120" is not allowed',
  ],
  [
    "cidr('1.2.3.4/1234')",
    'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/1234"): prefix length out of range',
  ],
  [
    "cidr('10.0.0.0/8').containsCIDR('x')",
    `network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("x"): no '/'`,
  ],
]

describe('cidr', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})
