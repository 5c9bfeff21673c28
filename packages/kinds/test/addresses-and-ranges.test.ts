import { describe, expect, it } from 'vitest'
import { cidrWarnings, ipWarnings } from '../src/core/strict-ip.ts'
import { create, definitionOf, update, type Loose } from './write.ts'

const notIp = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const notCidr = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

describe('IP addresses', () => {
  const kind = 'networking.k8s.io/v1/IPAddress'
  const parent = { resource: 'services', name: 'n' }
  const address = (name: string, parentRef: object | undefined = parent): object => ({
    metadata: { name },
    ...(parentRef === undefined ? {} : { spec: { parentRef } }),
  })

  it.each<[string, string[]]>([
    ['1.2.3.4', []],
    ['fd00::1', []],
    ['2001:db8::1:0:0:1', []],
    ['01.2.3.4', ['must not have leading 0s']],
    ['::ffff:1.2.3.4', ['must not be an IPv4-mapped IPv6 address']],
    ['fd00:0::1', ['must be in canonical form ("fd00::1")']],
    ['FD00::1', ['must be in canonical form ("fd00::1")']],
    ['1.2.3', [notIp]],
    ['a', [notIp]],
    ['fe80::1%eth0', [notIp]],
  ])('are called %s', (name, wanted) => {
    const messages = wanted.map((text) => `metadata.name: Invalid value: "${name}": ${text}`)
    expect(create(kind, address(name)).errors).toEqual(messages)
    expect(definitionOf(kind).generateName?.(name)).toBe(name)
  })

  it.each<[string, object, string[]]>([
    ['nothing', { metadata: { name: '1.2.3.4' } }, ['spec.parentRef: Required value']],
    [
      'an empty parent',
      address('1.2.3.4', {}),
      ['spec.parentRef.resource: Required value', 'spec.parentRef.name: Required value'],
    ],
    [
      'parts that are no segments of a path',
      address('1.2.3.4', { resource: 'a/b', name: '..', namespace: '%' }),
      [
        'spec.parentRef.resource: Invalid value: "a/b": may not contain \'/\'',
        'spec.parentRef.name: Invalid value: "..": may not be \'..\'',
        'spec.parentRef.namespace: Invalid value: "%": may not contain \'%\'',
      ],
    ],
  ])('refer to %s', (_, given, wanted) => {
    expect(create(kind, given).errors).toEqual(wanted)
  })

  it('keep what they refer to', () => {
    const live = create(kind, address('1.2.3.4')).object
    expect(update(kind, live, (next) => void (next.spec.parentRef.namespace = 'a')).errors).toEqual([
      'spec.parentRef: Invalid value: {"Group":"","Resource":"services","Namespace":"a","Name":"n"}: field is immutable',
    ])
    expect(update(kind, live, (next) => void delete next.spec).errors).toEqual([
      'spec.parentRef: Required value',
      'spec.parentRef: Invalid value: null: field is immutable',
    ])
  })
})

describe('service ranges', () => {
  const kind = 'networking.k8s.io/v1/ServiceCIDR'
  const ranges = (...cidrs: string[]): object => ({ metadata: { name: 'a' }, spec: { cidrs } })
  const onePerFamily = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'

  it.each<[string[], string[]]>([
    [['10.0.0.0/24'], []],
    [['10.0.0.0/24', 'fd00::/112'], []],
    [[], [': Required value: at least one CIDR required']],
    [['a', 'b', 'c'], [': Invalid value: {"CIDRs":["a","b","c"]}: may only hold up to 2 values']],
    [
      ['', 'x'],
      [`[0]: Invalid value: "": ${notCidr}`, `[1]: Invalid value: "x": ${notCidr}`],
    ],
    [
      ['10.0.0.0/8', '11.0.0.1/8'],
      [
        '[1]: Invalid value: "11.0.0.1/8": must not have bits set beyond the prefix length',
        `: Invalid value: ["10.0.0.0/8","11.0.0.1/8"]: ${onePerFamily}`,
      ],
    ],
    [
      ['010.0.0.0/8', 'FD00::/64'],
      [
        '[0]: Invalid value: "010.0.0.0/8": must not have leading 0s in IP or prefix length',
        '[1]: Invalid value: "FD00::/64": must be in canonical form ("fd00::/64")',
      ],
    ],
    [['::ffff:1.2.3.4/128'], ['[0]: Invalid value: "::ffff:1.2.3.4/128": must not have an IPv4-mapped IPv6 address']],
  ])('%j', (cidrs, wanted) => {
    expect(create(kind, ranges(...cidrs)).errors).toEqual(wanted.map((text) => `spec.cidrs${text}`))
  })

  it.each<[string[], string[], string[]]>([
    [['10.0.0.0/24'], ['10.0.0.0/24', 'fd00::/112'], []],
    [['10.0.0.0/24'], ['10.0.0.0/24', 'x'], [`[1]: Invalid value: "x": ${notCidr}`]],
    [['10.0.0.0/24'], ['fd00::/112', '10.0.0.0/24'], ['[0]: Invalid value: "fd00::/112": field is immutable']],
    [['10.0.0.0/24'], ['10.0.1.0/24'], ['[0]: Invalid value: "10.0.1.0/24": field is immutable']],
    [['10.0.0.0/24'], [], [': Invalid value: []: field is immutable']],
    [['10.0.0.0/24'], ['a', 'b', 'c'], [': Invalid value: ["a","b","c"]: field is immutable']],
    [['10.0.0.0/24', 'fd00::/112'], ['10.0.0.0/24'], [': Invalid value: ["10.0.0.0/24"]: field is immutable']],
  ])('%j become %j', (before, after, wanted) => {
    const live = create(kind, ranges(...before)).object
    expect(update(kind, live, (next) => void (next.spec.cidrs = after)).errors).toEqual(
      wanted.map((text) => `spec.cidrs${text}`),
    )
  })

  it('change their status and nothing else through /status', () => {
    const live = create(kind, ranges('10.0.0.0/24')).object
    const change = (next: Loose): void => {
      next.metadata.labels = { a: 'b' }
      next.spec = {}
      next.status = { conditions: [{ type: 'Ready', status: 'x' }] }
    }
    const { object, errors } = update(kind, live, change, { subresource: 'status' })
    expect(errors).toEqual([])
    expect(object).toMatchObject({ spec: live.spec, status: { conditions: [{ type: 'Ready' }] } })
    expect(object.metadata.labels).toBeUndefined()
  })
})

describe('warnings of addresses and ranges', () => {
  it.each<[string, string[]]>([
    ['1.2.3.4', []],
    ['x', []],
    ['01.2.3.4', ['f: non-standard IP address "01.2.3.4" is invalid: use "1.2.3.4"']],
    ['::ffff:1.2.3.4', ['f: non-standard IP address "::ffff:1.2.3.4" is invalid: use "1.2.3.4"']],
    ['FD00::1', ['f: IPv6 address "FD00::1" should be in RFC 5952 canonical format ("fd00::1")']],
  ])('%s', (text, wanted) => {
    expect(ipWarnings(text, 'f')).toEqual(wanted)
  })

  it.each<[string, string[]]>([
    ['10.0.0.0/8', []],
    ['x', []],
    ['FD00::/8', ['f: IPv6 CIDR value "FD00::/8" should be in RFC 5952 canonical format ("fd00::/8")']],
    ['010.0.0.0/8', ['f: non-standard CIDR value "010.0.0.0/8" is invalid: use "10.0.0.0/8"']],
    [
      '10.0.0.1/8',
      ['f: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)'],
    ],
  ])('%s', (text, wanted) => {
    expect(cidrWarnings(text, 'f')).toEqual(wanted)
  })
})
