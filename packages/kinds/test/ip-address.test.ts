import { describe, expect, it } from 'vitest'
import { contains, formatIp, parseCidr, parseIp } from '../src/core/ip-address.ts'

describe('addresses', () => {
  it.each([
    ['0.0.0.0', '0.0.0.0'],
    ['10.96.0.1', '10.96.0.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['fd00::', 'fd00::'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
  ])('%s reads as %s', (text, wanted) => {
    expect(formatIp(parseIp(text)!)).toBe(wanted)
  })

  it.each(['', 'x', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1::2::3', 'fe80::1%eth0', '1.2.3.4/8'])('%s is none', (text) => {
    expect(parseIp(text)).toBeUndefined()
  })

  it.each(['', '10.0.0.0', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/-1', 'fd00::/129', '/8'])(
    '%s is no block',
    (text) => {
      expect(parseCidr(text)).toBeUndefined()
    },
  )

  it('lie in a block or not', () => {
    const block = parseCidr('10.96.7.7/12')!
    expect(formatIp({ family: block.family, value: block.first })).toBe('10.96.0.0')
    expect(block.size).toBe(1n << 20n)
    expect(contains(block, parseIp('10.111.255.255')!)).toBe(true)
    expect(contains(block, parseIp('10.112.0.0')!)).toBe(false)
    expect(contains(block, parseIp('::a60:1')!)).toBe(false)
  })
})
