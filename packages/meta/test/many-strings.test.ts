import { describe, expect, it } from 'vitest'
import { parseJson } from '@pinnace/meta'

describe('JSON with many strings and no escapes', () => {
  // Each string was searched for escapes to the end of the text: 3 MiB took 2.5 seconds.
  it('is searched for duplicates in linear time', () => {
    const text = `{${Array.from({ length: 300_000 }, () => '"a":1').join(',')}}`
    const parsed = parseJson(text)
    const before = process.cpuUsage()
    expect(parsed.duplicates()).toEqual(['a'])
    expect((process.cpuUsage(before).user ?? 0) / 1000).toBeLessThan(800)
  })
})
