import { kubernetesVocabulary, type Vocabulary } from '@pinnace/meta'
import { createFakeClock, type FakeClock } from '@pinnace/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { deletionConditions } from '../src/namespace/deletion-conditions.ts'
import type { NamespaceContent } from '../src/namespace/empty-namespace.ts'
import { nextStep } from '../src/namespace/namespace-controller.ts'

const content = (overrides: Partial<NamespaceContent> = {}): NamespaceContent => ({
  discoveryError: undefined,
  groupVersionError: undefined,
  contentErrors: [],
  remaining: new Map(),
  finalizers: new Map(),
  estimateSeconds: 0,
  wasEmpty: true,
  ...overrides,
})
const remaining = new Map([['pods.', 2]])

describe('after a pass over the content of a namespace', () => {
  it.each([
    ['that has found nothing, it is finalized', content(), { type: 'finalize' }],
    ['that has deleted everything, the pass is repeated at once', content({ wasEmpty: false }), { type: 'repeat' }],
    [
      'that has left objects for an unknown time, the next pass is within a second',
      content({ wasEmpty: false, remaining }),
      { type: 'wait', longestMs: 1000 },
    ],
    [
      'that has left objects for 15 seconds, the next pass is within eight',
      content({ wasEmpty: false, remaining, estimateSeconds: 15 }),
      { type: 'wait', longestMs: 8000 },
    ],
    [
      'that has left pods for 30 seconds, the next pass is within sixteen',
      content({ wasEmpty: false, remaining, estimateSeconds: 30 }),
      { type: 'wait', longestMs: 16_000 },
    ],
  ] as const)('%s', (_, result, step) => {
    expect(nextStep(result)).toEqual(step)
  })
})

describe('the conditions of a deleted namespace', () => {
  let clock: FakeClock
  let settings: { readonly clock: FakeClock; readonly vocabulary: Vocabulary }
  beforeEach(() => {
    clock = createFakeClock('2030-01-01T00:00:00Z')
    settings = { clock, vocabulary: kubernetesVocabulary }
  })
  const conditionsOf = (overrides: Partial<NamespaceContent> = {}) =>
    deletionConditions([], content(overrides), settings) ?? []

  it('are five, all of them False when nothing keeps it', () => {
    expect(conditionsOf().map(({ type, status, reason }) => `${type} ${status} ${reason}`)).toEqual([
      'NamespaceDeletionDiscoveryFailure False ResourcesDiscovered',
      'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions',
      'NamespaceDeletionContentFailure False ContentDeleted',
      'NamespaceContentRemaining False ContentRemoved',
      'NamespaceFinalizersRemaining False ContentHasNoFinalizers',
    ])
  })

  it.each([
    [
      'discovery fails',
      { discoveryError: 'no answer' },
      'NamespaceDeletionDiscoveryFailure',
      'DiscoveryFailed',
      'no answer',
    ],
    [
      'a version cannot be parsed',
      { groupVersionError: 'unexpected GroupVersion string: a/b/c' },
      'NamespaceDeletionGroupVersionParsingFailure',
      'GroupVersionParsingFailed',
      'unexpected GroupVersion string: a/b/c',
    ],
    [
      'objects cannot be deleted',
      { contentErrors: ['second', 'first'] },
      'NamespaceDeletionContentFailure',
      'ContentDeletionFailed',
      'Failed to delete all resource types, 2 remaining: first, second',
    ],
    [
      'objects remain',
      {
        remaining: new Map([
          ['pods.', 2],
          ['deployments.apps', 1],
        ]),
      },
      'NamespaceContentRemaining',
      'SomeResourcesRemain',
      'Some resources are remaining: deployments.apps has 1 resource instances, pods. has 2 resource instances',
    ],
    [
      'finalizers remain',
      {
        finalizers: new Map([
          ['z/z', 1],
          ['a/a', 3],
        ]),
      },
      'NamespaceFinalizersRemaining',
      'SomeFinalizersRemain',
      'Some finalizers are remaining: a/a in 3 resource instances, z/z in 1 resource instances',
    ],
  ] as const)('say that %s', (_, overrides, type, reason, message) => {
    const found = conditionsOf(overrides).filter(({ status }) => status === 'True')
    expect(found).toEqual([{ type, status: 'True', reason, message, lastTransitionTime: '2030-01-01T00:00:00Z' }])
  })

  it('are unchanged after the same result', () => {
    const before = conditionsOf({ remaining })
    expect(deletionConditions(before, content({ remaining }), settings)).toBeUndefined()
  })

  it('keep the time of the transition when the message alone changes', async () => {
    const before = conditionsOf({ remaining })
    await clock.advance(60_000)
    const after = deletionConditions(before, content({ remaining: new Map([['pods.', 1]]) }), settings) ?? []
    const [condition] = after.filter(({ status }) => status === 'True')
    expect(condition).toMatchObject({
      message: 'Some resources are remaining: pods. has 1 resource instances',
      lastTransitionTime: '2030-01-01T00:00:00Z',
    })
  })

  it('have a new time when the status changes', async () => {
    const before = conditionsOf({ remaining })
    await clock.advance(60_000)
    const after = deletionConditions(before, content(), settings) ?? []
    expect(after.find(({ type }) => type === 'NamespaceContentRemaining')).toMatchObject({ status: 'False' })
    const times = new Set(after.map(({ lastTransitionTime }) => lastTransitionTime))
    expect(times.size).toBe(2)
  })

  it('stand beside those of others, in their places', () => {
    const other = {
      type: 'Other',
      status: 'True',
      reason: 'R',
      message: 'm',
      lastTransitionTime: '2020-01-01T00:00:00Z',
    }
    const [first, ...others] = conditionsOf()
    const after = deletionConditions([other, ...(first === undefined ? [] : [first])], content({ remaining }), settings)
    expect(after?.map(({ type }) => type)).toEqual(['Other', first?.type, ...others.map(({ type }) => type)])
    expect(after?.[0]).toBe(other)
  })
})
