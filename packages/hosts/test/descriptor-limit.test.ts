import { describe, expect, it } from 'vitest'
import { connectionsWithin } from '../src/descriptor-limit.ts'

describe('connections within the limit of file descriptors', () => {
  it.each([
    ['no known limit', 10_000, undefined, 10_000],
    ['no known limit, no limit of connections', 0, undefined, 0],
    ['a limit with room', 10_000, { limit: 20_000, open: 20 }, 10_000],
    ['a limit with less room', 10_000, { limit: 1_024, open: 24 }, 898],
    ['a small limit, which leaves 16', 10_000, { limit: 64, open: 20 }, 28],
    ['no limit of connections', 0, { limit: 1_024, open: 24 }, 898],
    ['fewer connections than there is room for', 5, { limit: 1_024, open: 24 }, 5],
    ['no room at all', 10_000, { limit: 20, open: 20 }, 1],
  ])('%s', (_, maxConnections, descriptors, expected) => {
    expect(connectionsWithin(maxConnections, descriptors)).toBe(expected)
  })
})
