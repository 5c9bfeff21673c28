import type { RequestInfo } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { readConnectOptions } from '../../src/options/connect-options.ts'

const kind = { group: '', version: 'v1', kind: 'PodPortForwardOptions' }

describe('the ports of a port forward', () => {
  const portsOf = (query: string): unknown => {
    const info = { query: new URLSearchParams(query), parts: ['pods', 'a', 'portforward'] } as unknown as RequestInfo
    const fields = new Map([['ports', { schema: { type: 'list', items: { type: 'integer' } } }]])
    return readConnectOptions(info, kind, { fields } as unknown as Parameters<typeof readConnectOptions>[2])['ports']
  }

  it.each([
    ['ports=80', [80]],
    ['ports=80,81', [80, 81]],
    ['ports=80&ports=81,82', [80, 81, 82]],
  ])('%s are %j', (query, expected) => {
    expect(portsOf(query)).toEqual(expected)
  })

  it.each(['ports=80,', 'ports=x', 'ports=80,-1'])('%s is refused', (query) => {
    expect(() => portsOf(query)).toThrow('cannot convert to []int32: strconv.ParseUint: parsing ')
  })
})
