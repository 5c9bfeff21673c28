import { describe, expect, it } from 'vitest'
import { createMetrics } from '../src/index.ts'

describe('hidden metrics', () => {
  it.each([
    ['ALPHA', '1.36.0', true],
    ['ALPHA', '1.35.0', false],
    ['BETA', '1.36.0', true],
    ['BETA', '1.35.0', false],
    ['STABLE', '1.34.0', true],
    ['STABLE', '1.33.0', false],
  ] as const)(
    'shows a metric that is %s and deprecated in %s in 1.36: %s',
    async (stability, deprecatedVersion, shown) => {
      const options = { name: 'a', help: 'A.', stability, deprecatedVersion }
      const current = { major: 1, minor: 36 }
      const metrics = await createMetrics({ current })
      metrics.counter(options).add([])
      expect((await metrics.text()).includes('\na 1')).toBe(shown)
      const showing = await createMetrics({ current, showHiddenForVersion: '1.35' })
      showing.counter(options).add([])
      expect(await showing.text()).toContain('\na 1')
    },
  )

  it.each(['1.34', '1.36', '2.35', 'x'])('rejects showHiddenForVersion %s', async (showHiddenForVersion) => {
    await expect(createMetrics({ current: { major: 1, minor: 36 }, showHiddenForVersion })).rejects.toThrow(
      "--show-hidden-metrics-for-version must be omitted or have the value '1.35'. Only the previous minor version is allowed",
    )
  })
})
