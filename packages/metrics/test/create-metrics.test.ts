import { describe, expect, it } from 'vitest'
import { createMetrics, type ReadableMetrics } from '../src/index.ts'

/** The metrics that count metrics. */
const bookkeeping = /(registered_metrics|hidden_metrics|disabled_metrics|unexpected_categorizations)_total\b/

describe('createMetrics', () => {
  const textOf = async (metrics: ReadableMetrics): Promise<string[]> =>
    (await metrics.text()).split('\n').filter((line) => line !== '' && !bookkeeping.test(line))

  it('shows stability and deprecation in the help text', async () => {
    const metrics = await createMetrics({ current: { major: 1, minor: 36 } })
    metrics.counter({ name: 'a', help: 'A.' }).add([])
    metrics
      .gauge({ name: 'b', help: 'B.', stability: 'STABLE', deprecatedVersion: '1.35.0', labelNames: ['x'] })
      .set(['1'], 3)
    metrics.histogram({ name: 'c', help: 'C.', buckets: [1, 2], stability: 'BETA' }).observe([], 1.5)
    expect(await textOf(metrics)).toEqual([
      '# HELP a [ALPHA] A.',
      '# TYPE a counter',
      'a 1',
      '# HELP b [STABLE] (Deprecated from 1.35) B.',
      '# TYPE b gauge',
      'b{x="1"} 3',
      '# HELP c [BETA] C.',
      '# TYPE c histogram',
      'c_bucket{le="1"} 0',
      'c_bucket{le="2"} 1',
      'c_bucket{le="+Inf"} 1',
      'c_sum 1.5',
      'c_count 1',
    ])
  })

  it('counts metrics, shown and hidden', async () => {
    const metrics = await createMetrics({ current: { major: 1, minor: 36 } })
    for (const name of ['a', 'b', 'b']) metrics.counter({ name, help: '.' })
    metrics.gauge({ name: 'c', help: '.', stability: 'STABLE', deprecatedVersion: '1.35.0' })
    metrics.gauge({ name: 'd', help: '.', deprecatedVersion: '1.35.0' })
    const lines = (await metrics.text()).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'registered_metrics_total{stability_level="ALPHA",deprecated_version=""} 2',
        'registered_metrics_total{stability_level="STABLE",deprecated_version="1.35.0"} 1',
        'hidden_metrics_total 1',
        'disabled_metrics_total 0',
      ]),
    )
  })

  it('writes many series in several turns', async () => {
    const metrics = await createMetrics({ process: true })
    const calls = metrics.counter({ name: 'calls', help: 'C.', labelNames: ['code'] })
    const seconds = metrics.histogram({ name: 'seconds', help: 'S.', labelNames: ['code'], buckets: [1, 2] })
    for (let code = 0; code < 2_000; code++) {
      calls.add([String(code)])
      seconds.observe([String(code)], 1.5)
    }
    let turns = 0
    const slices = { isOver: () => true, next: async () => void turns++ }
    const lines = (await metrics.text(slices)).split('\n')
    expect(turns).toBeGreaterThan((2_000 + 5 * 2_000) / 500)
    const named = (part: string): readonly string[] => lines.filter((line) => line.includes(part))
    expect([named('calls').length, named('seconds_sum').length, named('TYPE seconds ')]).toEqual([
      2_002,
      2_000,
      ['# TYPE seconds histogram'],
    ])
    const own = (text: readonly string[]): readonly string[] => text.filter((line) => /^(calls|seconds)/.test(line))
    expect(own(lines)).toEqual(own((await metrics.text()).split('\n')))
    expect(lines.filter((line) => line.startsWith('process_')).length).toBeGreaterThan(5)
  })

  it('does not write metrics without series', async () => {
    const metrics = await createMetrics()
    const calls = metrics.counter({ name: 'calls', help: 'C.', labelNames: ['code'] })
    metrics.histogram({ name: 'seconds', help: 'S.', labelNames: ['code'], buckets: [1] })
    metrics.counter({ name: 'plain', help: 'P.' })
    expect(await textOf(metrics)).toEqual(['# HELP plain [ALPHA] P.', '# TYPE plain counter', 'plain 0'])
    calls.add(['200'])
    expect(await textOf(metrics)).toContain('calls{code="200"} 1')
  })

  it('bounds the number of series and counts further ones as other', async () => {
    const metrics = await createMetrics({ maxSeries: 2 })
    const counter = metrics.counter({ name: 'a', help: 'A.', labelNames: ['x', 'y'] })
    for (const x of ['1', '2', '3', '4', '1']) counter.add([x, 'y'])
    expect((await textOf(metrics)).slice(2)).toEqual([
      'a{x="1",y="y"} 2',
      'a{x="2",y="y"} 1',
      'a{x="other",y="other"} 2',
    ])
  })

  it('returns the same metric for a name, and rejects another with that name', async () => {
    const metrics = await createMetrics()
    metrics.counter({ name: 'a', help: 'A.' }).add([])
    metrics.counter({ name: 'a', help: 'A.' }).add([])
    expect((await textOf(metrics)).at(-1)).toBe('a 2')
    expect(() => metrics.gauge({ name: 'a', help: 'A.' })).toThrow(TypeError)
    expect(() => metrics.counter({ name: 'a', help: 'A.', labelNames: ['x'] })).toThrow(
      new TypeError('the metric "a" already exists with another type, labels or help'),
    )
    await expect(createMetrics({ maxSeries: 0 })).rejects.toThrow(new TypeError('maxSeries must be a positive integer'))
  })

  it('rejects an observation with a different number of labels', async () => {
    const counter = (await createMetrics()).counter({ name: 'a', help: 'A.', labelNames: ['x', 'y'] })
    expect(() => counter.add(['1'])).toThrow(new TypeError('1 label values for 2 labels'))
  })

  it('adds metrics of the process on request', async () => {
    const lines = await textOf(await createMetrics({ process: true }))
    expect(lines.some((line) => line.startsWith('process_cpu_seconds_total '))).toBe(true)
  })

  it('deprecates a metric from the release that is named, not before', async () => {
    const options = { name: 'a', help: 'A.', stability: 'STABLE', deprecatedVersion: '1.37.0' } as const
    const now = await createMetrics({ current: { major: 1, minor: 36 } })
    now.counter(options)
    expect(await now.text()).toContain('# HELP a [STABLE] A.\n')
    const then = await createMetrics({ current: { major: 1, minor: 37 } })
    then.counter(options)
    expect(await then.text()).toContain('# HELP a [STABLE] (Deprecated from 1.37) A.\n')
  })

  it('accepts any text as a label value', async () => {
    const metrics = await createMetrics()
    const gauge = metrics.gauge({ name: 'a', help: 'A.', labelNames: ['x'] })
    gauge.set(['say "hi"\\\n'], 1)
    gauge.set(['__proto__'], 2)
    expect((await metrics.text()).split('\n').filter((line) => line.startsWith('a{'))).toEqual([
      String.raw`a{x="say \"hi\"\\\n"} 1`,
      'a{x="__proto__"} 2',
    ])
    gauge.reset()
    expect(await metrics.text()).not.toContain('a{')
  })
})
