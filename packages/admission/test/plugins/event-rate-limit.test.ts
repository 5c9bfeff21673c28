import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { eventRateLimit } from '../../src/plugins/event-rate-limit/event-rate-limit.ts'
import { judgeOf, type Judge } from '../support/judge.ts'

const configuration = (...limits: object[]): object => ({
  apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
  kind: 'Configuration',
  limits,
})
const limited = (...limits: object[]): Promise<Judge> =>
  judgeOf(eventRateLimit, { configuration: configuration(...limits.map((limit) => ({ qps: 1, burst: 1, ...limit }))) })
const event = (over: Partial<AdmissionAttributes> = {}, object: object = {}): Partial<AdmissionAttributes> => ({
  resource: { group: '', version: 'v1', resource: 'events' },
  object: { metadata: { name: 'e' }, ...object } as Mutable<ApiObject>,
  ...over,
})
const by = (username: string): Partial<AdmissionAttributes> => event({ user: { username, groups: [], extra: {} } })
const source = (component: string, name: string): Partial<AdmissionAttributes> =>
  event(
    {},
    {
      source: { component, host: 'h' },
      involvedObject: { kind: 'Pod', namespace: 'n', name, uid: 'u', apiVersion: 'v1' },
    },
  )

/** Which of the requests are let in. */
async function accepted({ judge }: Judge, ...requests: Partial<AdmissionAttributes>[]): Promise<boolean[]> {
  const answers: boolean[] = []
  for (const request of requests) answers.push((await judge(request)).refusal === undefined)
  return answers
}

describe('EventRateLimit', () => {
  it('allows as many events as there are tokens, which time refills', async () => {
    const judge = await limited({ type: 'Server', qps: 2, burst: 3 })
    expect(await accepted(judge, event(), event(), event(), event())).toEqual([true, true, true, false])
    await judge.clock.advance(499)
    expect(await accepted(judge, event())).toEqual([false])
    await judge.clock.advance(1)
    expect(await accepted(judge, event(), event())).toEqual([true, false])
    await judge.clock.advance(60_000)
    expect(await accepted(judge, event(), event(), event(), event())).toEqual([true, true, true, false])
  })

  it.each([
    ['Server', [event(), event({ namespace: 'b' })], [true, false]],
    ['Namespace', [event(), event({ namespace: 'b' }), event()], [true, true, false]],
    ['User', [by('a'), by('b'), by('a')], [true, true, false]],
    [
      'SourceAndObject',
      [source('a', 'p'), source('a', 'q'), source('b', 'p'), source('a', 'p')],
      [true, true, true, false],
    ],
  ])('counts by %s', async (type, requests, answers) => {
    expect(await accepted(await limited({ type }), ...requests)).toEqual(answers)
  })

  it('counts events of both groups together, by source and object', async () => {
    const newer = event(
      { resource: { group: 'events.k8s.io', version: 'v1', resource: 'events' } },
      {
        deprecatedSource: { component: 'a', host: 'h' },
        regarding: { kind: 'Pod', namespace: 'n', name: 'p', uid: 'u', apiVersion: 'v1' },
      },
    )
    expect(await accepted(await limited({ type: 'SourceAndObject' }), newer, source('a', 'p'))).toEqual([true, false])
  })

  it('names the limit and the key', async () => {
    const { judge } = await limited({ type: 'Server', burst: 9 }, { type: 'User' })
    await judge(by('bob'))
    const { refusal } = await judge(by('bob'))
    expect([refusal.reason, refusal.message]).toEqual([
      'TooManyRequests',
      'Too many requests: limit reached on type User for key bob',
    ])
  })

  it('counts an event in every limit, even if one refuses it', async () => {
    const judge = await limited({ type: 'User' }, { type: 'Server', burst: 2 })
    expect(await accepted(judge, by('a'), by('a'), by('b'))).toEqual([true, false, false])
  })

  it('distinguishes long keys, which are hashed', async () => {
    const judge = await limited({ type: 'User' })
    const long = 'x'.repeat(100_000)
    expect(await accepted(judge, by(`${long}a`), by(`${long}b`), by(`${long}a`))).toEqual([true, true, false])
  })

  it('evicts the least recently used bucket', async () => {
    const judge = await limited({ type: 'User', cacheSize: 2 })
    expect(await accepted(judge, by('a'), by('b'), by('a'), by('c'), by('a'), by('b'))).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ])
  })

  it('does not count dry runs, deletes and other resources', async () => {
    const judge = await limited({ type: 'Server' })
    const map = { resource: { group: '', version: 'v1', resource: 'configmaps' } }
    const rest = [event({ dryRun: true }), event({ operation: 'DELETE' }), map, event()]
    expect(await accepted(judge, ...rest, event({ operation: 'UPDATE' }))).toEqual([true, true, true, true, false])
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'EventRateLimit: a configuration is required'],
    ['no limits', configuration(), 'EventRateLimit: limits: Invalid value: []: must not be empty'],
    [
      'another kind',
      { kind: 'Other', apiVersion: 'v1' },
      'EventRateLimit: the configuration must be a Configuration of eventratelimit.admission.k8s.io/v1alpha1, not "Other" of "v1"',
    ],
    [
      'no such type',
      configuration({ type: 'Cluster', qps: 1, burst: 1 }),
      'EventRateLimit: limits[0].type: Unsupported value: "Cluster": supported values: "Namespace", "Server", "SourceAndObject", "User"',
    ],
    [
      'no burst',
      configuration({ type: 'User', qps: 1 }),
      'EventRateLimit: limits[0].burst: Invalid value: 0: must be positive',
    ],
    [
      'less than nothing a second',
      configuration({ type: 'User', qps: -1, burst: 1 }),
      'EventRateLimit: limits[0].qps: Invalid value: -1: must be positive',
    ],
    [
      'a cache of less than nothing',
      configuration({ type: 'User', qps: 1, burst: 1, cacheSize: -1 }),
      'EventRateLimit: limits[0].cacheSize: Invalid value: -1: must not be negative',
    ],
    [
      'another field',
      configuration({ type: 'User', qps: 1, burst: 1, size: 1 }),
      'EventRateLimit: limits[0]: unknown field "size"',
    ],
    [
      'half an event a second',
      configuration({ type: 'User', qps: 0.5, burst: 1 }),
      'EventRateLimit: limits[0].qps must be a whole number, not 0.5',
    ],
  ])('is not configured with %s', async (_what, given, message) => {
    await expect(judgeOf(eventRateLimit, { configuration: given })).rejects.toThrow(new TypeError(message))
  })
})
