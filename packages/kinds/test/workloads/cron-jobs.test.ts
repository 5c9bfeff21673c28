import { describe, expect, it } from 'vitest'
import { CronError, parseCronSchedule } from '../../src/batch/cron-schedule.ts'
import { formatIndexes, parseIndexIntervals } from '../../src/batch/index-intervals.ts'
import { create, type Loose } from '../write.ts'

function times(text: string, from: string, timeZone?: string): (string | undefined)[] {
  const schedule = parseCronSchedule(text, timeZone === undefined ? {} : { timeZone })
  const found: (string | undefined)[] = []
  let at: number | undefined = Date.parse(from)
  while (found.length < 3 && at !== undefined) {
    at = schedule.next(at)
    found.push(at === undefined ? undefined : new Date(at).toISOString().replace(':00.000Z', 'Z'))
  }
  return found
}

describe('schedules', () => {
  it.each<[string, string, readonly (string | undefined)[]]>([
    ['* * * * *', '2026-01-01T00:00:30Z', ['2026-01-01T00:01Z', '2026-01-01T00:02Z', '2026-01-01T00:03Z']],
    ['*/20 3 * * *', '2026-01-01T03:30:00Z', ['2026-01-01T03:40Z', '2026-01-02T03:00Z', '2026-01-02T03:20Z']],
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z', '2036-02-29T00:00Z']],
    ['0 9 * * mon-wed', '2026-01-02T00:00:00Z', ['2026-01-05T09:00Z', '2026-01-06T09:00Z', '2026-01-07T09:00Z']],
    ['0 0 13 * fri', '2026-02-10T00:00:00Z', ['2026-02-13T00:00Z', '2026-02-20T00:00Z', '2026-02-27T00:00Z']],
    ['5/25 1 1 JAN,jul ?', '2026-01-01T01:10:00Z', ['2026-01-01T01:30Z', '2026-01-01T01:55Z', '2026-07-01T01:05Z']],
    ['@hourly', '2026-01-01T00:00:00Z', ['2026-01-01T01:00Z', '2026-01-01T02:00Z', '2026-01-01T03:00Z']],
    ['@every 90m', '2026-01-01T00:00:00Z', ['2026-01-01T01:30Z', '2026-01-01T03:00Z', '2026-01-01T04:30Z']],
    ['0 0 30 2 *', '2026-01-01T00:00:00Z', [undefined]],
  ])('%s after %s', (text, from, expected) => {
    expect(times(text, from)).toEqual(expected)
  })

  it('follow the clocks of a zone: what a change skips does not happen, what it repeats happens twice', () => {
    const zone = 'Europe/Berlin'
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', zone)).toEqual([
      '2026-03-30T00:30Z',
      '2026-03-31T00:30Z',
      '2026-04-01T00:30Z',
    ])
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', zone)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
      '2026-10-26T01:30Z',
    ])
    expect(times('0 3 * * *', '2026-03-28T12:00:00Z', zone)[0]).toBe('2026-03-29T01:00Z')
  })

  it.each([
    ['', 'empty spec string'],
    ['* * *', 'expected exactly 5 fields, found 3: [* * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@often', 'unrecognized descriptor: @often'],
  ])('refuse %j', (text, message) => {
    expect(() => parseCronSchedule(text)).toThrow(new CronError(message))
  })

  it('are read in linear time, however long', () => {
    const text = `${'1,'.repeat(200_000)}x * * * *`
    expect(() => parseCronSchedule(text)).toThrow(CronError)
  })
})

describe('indexes', () => {
  it.each([
    [[], ''],
    [[3], '3'],
    [[1, 2], '1,2'],
    [[5, 1, 2, 3, 7], '1-3,5,7'],
  ])('%j are written %j, and read again', (indexes, text) => {
    expect(formatIndexes(indexes)).toBe(text)
    expect('error' in parseIndexIntervals(text, 10)).toBe(false)
  })

  it.each([
    ['2,1', 'non-increasing order, previous: 2, current: 1'],
    ['1-1', 'non-increasing order, previous: 1, current: 1'],
    ['a', 'cannot convert string to integer for index: "a"'],
    ['9-10', 'too large index: "10"'],
    [
      '1-2-3',
      'the fragment "1-2-3" violates the requirement that an index interval can have at most two parts separated by \'-\'',
    ],
  ])('%j are refused', (text, error) => {
    expect(parseIndexIntervals(text, 10)).toEqual({ error })
  })
})

describe('cron jobs', () => {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:1' }] } }
  const given = (spec: Loose, name = 'c'): Loose => ({
    metadata: { name, namespace: 'n' },
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template } }, ...spec },
  })

  it('are filled in, their pods too, and their jobs are not', () => {
    const { object, errors } = create('batch/v1/CronJob', given({}))
    expect(errors).toEqual([])
    expect(object.spec).toMatchObject({ concurrencyPolicy: 'Allow', suspend: false, failedJobsHistoryLimit: 1 })
    expect(object.spec.jobTemplate.spec.template.spec.schedulerName).toBe('default-scheduler')
    expect(object.spec.jobTemplate.spec.completions).toBeUndefined()
  })

  it.each<[string, Loose, readonly string[]]>([
    ['no schedule', { schedule: '' }, ['spec.schedule: Required value']],
    [
      'a schedule of the wrong form',
      { schedule: 'soon' },
      ['spec.schedule: Invalid value: "soon": expected exactly 5 fields, found 1: [soon]'],
    ],
    [
      'a zone in the schedule',
      { schedule: 'TZ=UTC * * * * *' },
      [
        'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
    [
      'a zone that is none',
      { timeZone: 'Mars/Olympus' },
      ['spec.timeZone: Invalid value: "Mars/Olympus": unknown time zone Mars/Olympus'],
    ],
    [
      'the zone of the machine',
      { timeZone: 'Local' },
      [
        'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ],
    ],
    [
      'another policy',
      { concurrencyPolicy: 'Queue' },
      ['spec.concurrencyPolicy: Unsupported value: "Queue": supported values: "Allow", "Forbid", "Replace"'],
    ],
    [
      'a selector',
      { jobTemplate: { spec: { template, selector: { matchLabels: { a: 'b' } } } } },
      ['spec.jobTemplate.spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: `selector` will be auto-generated'],
    ],
  ])('are refused with %s', (_, spec, errors) => {
    expect(create('batch/v1/CronJob', given(spec)).errors).toEqual(errors)
  })

  it('leave room in their name for their jobs', () => {
    const name = 'a'.repeat(53)
    expect(create('batch/v1/CronJob', given({}, name)).errors).toEqual([
      `metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
    ])
  })
})
