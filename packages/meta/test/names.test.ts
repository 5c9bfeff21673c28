import { describe, expect, it } from 'vitest'
import {
  generateName,
  isCidr,
  isConfigMapKey,
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isDns1123SubdomainWithUnderscore,
  isDomainPrefixedPath,
  isEnvVarName,
  isFullyQualifiedDomainName,
  isFullyQualifiedName,
  isHttpHeaderName,
  isIp,
  isLabelValue,
  isPathSegmentName,
  isPercent,
  isPortName,
  isPortNumber,
  isQualifiedName,
  isRelaxedEnvVarName,
  isWildcardDns1123Subdomain,
  parseCidr,
  parseIp,
  systemRandom,
  type Random,
} from '@pinnace/meta'

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const underscored =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')"
const letterLabel =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const wildcard =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const qualified =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const labelValue =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
const variable =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')"
const key =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
const percent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"
const header =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"
const httpPath = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"
const relaxed = "a valid environment variable name must consist only of printable ASCII characters other than '='"
const tooLong = (max: number): string => `must be no more than ${max} characters`
const tooManyBytes = (max: number): string => `must be no more than ${max} bytes`
const a = (length: number): string => 'a'.repeat(length)

type Check = (value: string) => readonly string[]

const table: readonly [check: Check, values: readonly [value: string, messages: readonly string[]][]][] = [
  [
    isDns1123Label,
    [
      ['a', []],
      ['0', []],
      ['a-b', []],
      ['a--b', []],
      ['1-a', []],
      [a(63), []],
      ['', [label]],
      ['-a', [label]],
      ['a-', [label]],
      ['A', [label]],
      ['a_b', [label]],
      ['a b', [label]],
      ['é', [label]],
      ['a\n', [label]],
      ['a.b', ['must not contain dots']],
      ['a..b', [label]],
      ['.', [label]],
      [a(64), [tooLong(63)]],
      [`${a(64)}.b`, [tooLong(63), 'must not contain dots']],
      [`${a(63)}A`, [tooLong(63), label]],
      ['é'.repeat(32), [tooLong(63), label]],
      ['é'.repeat(31), [label]],
    ],
  ],
  [
    isDns1123Subdomain,
    [
      ['a', []],
      ['a.b', []],
      ['0.1-2', []],
      ['example.com', []],
      [a(253), []],
      ['', [subdomain]],
      ['.', [subdomain]],
      ['a.', [subdomain]],
      ['.a', [subdomain]],
      ['a..b', [subdomain]],
      ['a-.b', [subdomain]],
      ['a.-b', [subdomain]],
      ['A.b', [subdomain]],
      ['a_b', [subdomain]],
      ['*.a', [subdomain]],
      [a(254), [tooLong(253)]],
      [`${a(253)}.`, [tooLong(253), subdomain]],
    ],
  ],
  [
    isDns1123SubdomainWithUnderscore,
    [
      ['a', []],
      ['_a', []],
      ['a_b', []],
      ['_a._b', []],
      ['a.b', []],
      ['', [underscored]],
      ['_', [underscored]],
      ['__a', [underscored]],
      ['a_', [underscored]],
      ['-a', [underscored]],
      ['_-a', [underscored]],
      [a(254), [tooLong(253)]],
    ],
  ],
  [
    isDns1035Label,
    [
      ['a', []],
      ['a1', []],
      ['a-b', []],
      ['', [letterLabel]],
      ['1a', [letterLabel]],
      ['-a', [letterLabel]],
      ['a-', [letterLabel]],
      ['A', [letterLabel]],
      ['a.b', [letterLabel]],
      [a(64), [tooLong(63)]],
    ],
  ],
  [
    isWildcardDns1123Subdomain,
    [
      ['*.a', []],
      ['*.example.com', []],
      ['', [wildcard]],
      ['*', [wildcard]],
      ['*.', [wildcard]],
      ['a.b', [wildcard]],
      ['*.*.a', [wildcard]],
      ['*a.b', [wildcard]],
      ['a.*', [wildcard]],
      [`*.${a(252)}`, [tooLong(253)]],
    ],
  ],
  [
    isQualifiedName,
    [
      ['a', []],
      ['A.b_c-d', []],
      ['1', []],
      ['example.com/A', []],
      ['a/b', []],
      [`${a(253)}/${a(63)}`, []],
      [a(63), []],
      ['', ['name part must be non-empty', `name part ${qualified}`]],
      ['/a', ['prefix part must be non-empty']],
      ['/', ['prefix part must be non-empty', 'name part must be non-empty', `name part ${qualified}`]],
      ['a/', ['name part must be non-empty', `name part ${qualified}`]],
      [
        'a/b/c',
        [`a valid label key ${qualified} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
      ],
      [
        '//',
        [`a valid label key ${qualified} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
      ],
      ['A/b', [`prefix part ${subdomain}`]],
      [`${a(254)}/b`, [`prefix part ${tooManyBytes(253)}`]],
      [a(64), [`name part ${tooManyBytes(63)}`]],
      [`${a(63)}-`, [`name part ${tooManyBytes(63)}`, `name part ${qualified}`]],
      ['-a', [`name part ${qualified}`]],
      ['a b', [`name part ${qualified}`]],
      ['é', [`name part ${qualified}`]],
      ['constructor', []],
      ['__proto__', [`name part ${qualified}`]],
    ],
  ],
  [
    isLabelValue,
    [
      ['', []],
      ['a', []],
      ['A_b.c-1', []],
      [a(63), []],
      ['-', [labelValue]],
      ['a-', [labelValue]],
      ['a/b', [labelValue]],
      ['a b', [labelValue]],
      [a(64), [tooManyBytes(63)]],
      [`${a(63)}/`, [tooManyBytes(63), labelValue]],
    ],
  ],
  [
    isConfigMapKey,
    [
      ['a', []],
      ['.a', []],
      ['-_.', []],
      ['a..b', []],
      [a(253), []],
      ['__proto__', []],
      ['', [key]],
      ['a/b', [key]],
      ['a b', [key]],
      ['.', ["must not be '.'"]],
      ['..', ["must not be '..'"]],
      ['..a', ["must not start with '..'"]],
      ['../a', [key, "must not start with '..'"]],
      [a(254), [tooLong(253)]],
    ],
  ],
  [
    isEnvVarName,
    [
      ['a', []],
      ['A_B.c-1', []],
      ['_', []],
      ['-', []],
      ['', [variable]],
      ['1a', [variable]],
      ['a=b', [variable]],
      ['a b', [variable]],
      ['.', ["must not be '.'"]],
      ['..', ["must not be '..'"]],
      ['..a', ["must not start with '..'"]],
    ],
  ],
  [
    isRelaxedEnvVarName,
    [
      ['a', []],
      ['1a', []],
      ['a b', []],
      ['!"#$%&~', []],
      ['..', []],
      ['', ['environment variable name must be non-empty']],
      ['a=b', [relaxed]],
      ['a\t', [relaxed]],
      ['é', [relaxed]],
      ['\x7f', [relaxed]],
    ],
  ],
  [
    isPortName,
    [
      ['a', []],
      ['http', []],
      ['a-1', []],
      [a(15), []],
      [
        '',
        [
          'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
          'must contain at least one letter (a-z)',
        ],
      ],
      ['1', ['must contain at least one letter (a-z)']],
      [
        'A',
        [
          'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
          'must contain at least one letter (a-z)',
        ],
      ],
      ['a--b', ['must not contain consecutive hyphens']],
      ['-a', ['must not begin or end with a hyphen']],
      ['a-', ['must not begin or end with a hyphen']],
      [a(16), [tooLong(15)]],
    ],
  ],
  [
    isPercent,
    [
      ['1%', []],
      ['100%', []],
      ['%', [percent]],
      ['1', [percent]],
      ['-1%', [percent]],
      ['1.5%', [percent]],
      ['1%%', [percent]],
      ['', [percent]],
    ],
  ],
  [
    isHttpHeaderName,
    [
      ['X-A', []],
      ['a', []],
      ['', [header]],
      ['a b', [header]],
      ['a:', [header]],
      ['a_b', [header]],
    ],
  ],
  [
    isFullyQualifiedName,
    [
      ['a.b.c', []],
      ['', ['must be non-empty']],
      ['a.b', ['should be a domain with at least three segments separated by dots']],
      ['a.b.C', [subdomain]],
      [`${a(253)}.B`, [`${tooLong(253)},${subdomain}`]],
    ],
  ],
  [
    isFullyQualifiedDomainName,
    [
      ['a.b', []],
      ['a.b.', []],
      ['', ['must be non-empty']],
      ['a', ['should be a domain with at least two segments separated by dots']],
      ['a.', ['should be a domain with at least two segments separated by dots']],
      ['a.B', [subdomain]],
      [`${a(64)}.b`, [tooLong(63)]],
    ],
  ],
  [
    isDomainPrefixedPath,
    [
      ['a.io/b', []],
      ['a/b/c?'.slice(0, 5), []],
      ['', ['must be non-empty']],
      ['a', ['must be a domain-prefixed path (such as "acme.io/foo")']],
      ['/a', ['must be a domain-prefixed path (such as "acme.io/foo")']],
      ['a/', ['must be a domain-prefixed path (such as "acme.io/foo")']],
      ['A/b', [subdomain]],
      ['a/b c', [httpPath]],
      ['A/?', [subdomain, httpPath]],
    ],
  ],
  [
    isPathSegmentName,
    [
      ['a', []],
      ['', []],
      ['A b:é', []],
      ['...', []],
      ['.', ["may not be '.'"]],
      ['..', ["may not be '..'"]],
      ['a/b', ["may not contain '/'"]],
      ['%', ["may not contain '%'"]],
      ['%/', ["may not contain '/'", "may not contain '%'"]],
    ],
  ],
]

describe.each(table.map(([check, values]) => [check.name, check, values] as const))('%s', (_, check, values) => {
  it.each(values)('%j', (value, messages) => {
    expect(check(value)).toEqual(messages)
  })

  it('parses a value of a million characters in linear time', () => {
    for (const unit of ['a', 'a.', '-', 'a-', '/', '%']) {
      expect(check(`${unit.repeat(500_000)}!`)).toEqual(expect.any(Array))
    }
  })
})

describe('isPortNumber', () => {
  it.each([
    [0, false],
    [1, true],
    [65_535, true],
    [65_536, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
  ])('%d', (value, isGood) => {
    expect(isPortNumber(value)).toEqual(isGood ? [] : ['must be between 1 and 65535, inclusive'])
  })
})

describe('addresses', () => {
  it.each([
    ['1.2.3.4', '01020304'],
    ['010.002.003.004', '0a020304'],
    ['255.255.255.255', 'ffffffff'],
    ['::', '0'.repeat(32)],
    ['::1', `${'0'.repeat(31)}1`],
    ['2001:db8::ffff', `20010db8${'0'.repeat(20)}ffff`],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['FE80:0:0:0:0:0:0:0abc', `fe80${'0'.repeat(24)}0abc`],
    ['1::', `0001${'0'.repeat(28)}`],
    ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
    ['::ffff:1.2.3.4', `${'0'.repeat(20)}ffff01020304`],
    ['1:2:3:4:5:6:1.2.3.4', '00010002000300040005000601020304'],
  ])('%s is an address', (text, hex) => {
    expect(isIp(text)).toEqual([])
    expect(Buffer.from(parseIp(text)!).toString('hex')).toBe(hex)
  })

  it.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3.',
    '.1.2.3',
    '1.2.3.4 ',
    '-1.2.3.4',
    '1.2.3.a',
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1::',
    '12345::',
    'g::',
    '1:2:3:4:5:6:7:',
    ':1:2:3:4:5:6:7',
    '1.2.3.4::',
    '::1.2.3.4:1',
    '::1.2.3',
    'fe80::1%eth0',
    '[::1]',
    '1.2.3.4/8',
  ])('%j is none', (text) => {
    expect(isIp(text)).toEqual(['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'])
    expect(parseIp(text)).toBeUndefined()
  })

  it.each([
    ['10.0.0.0/8', 8, 4],
    ['10.1.2.3/8', 8, 4],
    ['0.0.0.0/0', 0, 4],
    ['1.2.3.4/032', 32, 4],
    ['2001:db8::/64', 64, 16],
    ['::/128', 128, 16],
  ])('%s is a range', (text, prefixLength, size) => {
    expect(isCidr(text)).toEqual([])
    expect(parseCidr(text)).toMatchObject({ prefixLength })
    expect(parseCidr(text)!.address).toHaveLength(size)
  })

  it.each([
    '',
    '/',
    '10.0.0.0',
    '10.0.0.0/',
    '/8',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/+8',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '10.0.0.0/a',
  ])('%j is none', (text) => {
    expect(isCidr(text)).toEqual(['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'])
  })
})

describe('generateName', () => {
  it('appends five characters without vowels', () => {
    expect(generateName('web-', systemRandom)).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
  })

  it('truncates the prefix so that the name has 63 characters', () => {
    expect(generateName(a(58), systemRandom)).toHaveLength(63)
    expect(generateName(a(300), systemRandom)).toHaveLength(63)
    expect(generateName('', systemRandom)).toHaveLength(5)
  })

  it('is determined by the injected random', () => {
    const fixed: Random = { bytes: (length) => new Uint8Array(length), uid: () => '' }
    expect(generateName('x-', fixed)).toBe('x-bbbbb')
  })
})
