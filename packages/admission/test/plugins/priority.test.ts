import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { priority } from '../../src/plugins/priority.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'
import { podOf, podRequest } from '../support/pods.ts'

const classes = { group: 'scheduling.k8s.io', resource: 'priorityclasses' }
const priorityClass = (name: string, value: number, over: object = {}): ApiObject =>
  ({ metadata: { name }, value, preemptionPolicy: 'PreemptLowerPriority', ...over }) as ApiObject

async function judge(existing: readonly ApiObject[], over: Partial<AdmissionAttributes>): Promise<Verdict> {
  return (await judgeOf(priority, { stored: existing.map((object) => ({ ...classes, object })) })).judge(over)
}

const high = priorityClass('high', 1000)
const polite = priorityClass('polite', 5, { preemptionPolicy: 'Never' })

describe('Priority of pods', () => {
  it.each([
    ['0 where there is no class', [], {}, { priority: 0, preemptionPolicy: 'PreemptLowerPriority' }],
    [
      'that of its class',
      [high, polite],
      { priorityClassName: 'polite' },
      { priorityClassName: 'polite', priority: 5, preemptionPolicy: 'Never' },
    ],
    [
      'that of the default class',
      [high, priorityClass('default', 7, { globalDefault: true })],
      {},
      { priorityClassName: 'default', priority: 7, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    [
      'that of the lower of two default classes',
      [priorityClass('x', 9, { globalDefault: true }), priorityClass('y', 3, { globalDefault: true })],
      {},
      { priorityClassName: 'y', priority: 3, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    [
      'the one it says already, when that is the one it would get',
      [high],
      { priorityClassName: 'high', priority: 1000, preemptionPolicy: 'PreemptLowerPriority' },
      { priorityClassName: 'high', priority: 1000, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    [
      'no policy where an old class has none',
      [{ metadata: { name: 'old' }, value: 1 } as ApiObject],
      { priorityClassName: 'old' },
      { priorityClassName: 'old', priority: 1 },
    ],
  ])('is %s', async (_what, existing, spec, expected) => {
    const { object, refusal } = await judge(existing, podRequest({ spec: { containers: [], ...spec } }))
    expect(refusal).toBeUndefined()
    expect(object.spec).toEqual({ containers: [], ...expected })
  })

  it.each([
    ['a class that is not there', { priorityClassName: 'none' }, 'no PriorityClass with name none was found'],
    [
      'another number',
      { priorityClassName: 'high', priority: 1 },
      'the integer value of priority (1) must not be provided in pod spec; priority admission controller computed 1000 from the given PriorityClass name',
    ],
    [
      'another policy',
      { preemptionPolicy: 'Never' },
      'the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority from the given PriorityClass name',
    ],
  ])('refuses %s', async (_what, spec, message) => {
    expect((await judge([high], podRequest({ spec }))).refusal).toMatchObject({
      code: 403,
      message: `pods "a" is forbidden: ${message}`,
    })
  })

  it('is kept by an update that omits it', async () => {
    const oldObject = podOf({ spec: { priority: 7, preemptionPolicy: 'Never' } })
    const { object } = await judge([], podRequest({}, { operation: 'UPDATE', oldObject }))
    expect(object.spec).toMatchObject({ priority: 7, preemptionPolicy: 'Never' })
  })

  it('ignores subresources', async () => {
    const { object } = await judge([], podRequest({}, { subresource: 'binding' }))
    expect(object.spec.priority).toBeUndefined()
  })
})

// The answers of kube-apiserver 1.36.3.
describe('Priority of groups of pods', () => {
  const request = (spec: object, over: Partial<AdmissionAttributes> = {}): Partial<AdmissionAttributes> => ({
    kind: { group: 'scheduling.k8s.io', version: 'v1alpha2', kind: 'PodGroup' },
    resource: { group: 'scheduling.k8s.io', version: 'v1alpha2', resource: 'podgroups' },
    object: { metadata: { name: 'a' }, spec } as unknown as Mutable<ApiObject>,
    ...over,
  })
  const main = priorityClass('main', 77, { globalDefault: true })

  it.each([
    ['0 where there is no class', [], {}, { priority: 0 }],
    ['that of its class', [polite], { priorityClassName: 'polite' }, { priorityClassName: 'polite', priority: 5 }],
    ['that of the default class', [main], { priority: 77 }, { priorityClassName: 'main', priority: 77 }],
  ])('is %s', async (_what, existing, spec, expected) => {
    const { object, refusal } = await judge(existing, request(spec))
    expect(refusal).toBeUndefined()
    expect(object.spec).toEqual(expected)
  })

  it.each([
    ['a class that is not there', { priorityClassName: 'none' }, 'no PriorityClass with name none was found'],
    [
      'another number',
      { priorityClassName: 'high', priority: 5 },
      'priority set in the pod group (5) must match the priority computed (1000) based on the priority class set in the spec',
    ],
  ])('refuses %s', async (_what, spec, message) => {
    expect((await judge([high], request(spec))).refusal).toMatchObject({
      code: 403,
      message: `podgroups.scheduling.k8s.io "a" is forbidden: ${message}`,
    })
  })

  it('is neither kept nor computed by an update, nor without its gate', async () => {
    const oldObject = { metadata: { name: 'a' }, spec: { priority: 7 } } as ApiObject
    expect((await judge([main], request({}, { operation: 'UPDATE', oldObject }))).object.spec).toEqual({})
    const off = await judgeOf(priority, { isEnabled: () => false })
    expect((await off.judge(request({}))).object.spec).toEqual({})
  })
})

describe('Priority of classes', () => {
  const request = (object: ApiObject, over: Partial<AdmissionAttributes> = {}): Partial<AdmissionAttributes> => ({
    kind: { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' },
    resource: { group: 'scheduling.k8s.io', version: 'v1', resource: 'priorityclasses' },
    name: object.metadata.name!,
    namespace: '',
    object: object as Mutable<ApiObject>,
    ...over,
  })
  const main = priorityClass('main', 1, { globalDefault: true })
  const other = priorityClass('other', 2, { globalDefault: true })

  it('allows one default class, which may be updated', async () => {
    expect((await judge([high], request(main))).refusal).toBeUndefined()
    expect((await judge([main], request(main, { operation: 'UPDATE', oldObject: main }))).refusal).toBeUndefined()
    expect((await judge([main], request(high))).refusal).toBeUndefined()
  })

  it.each(['CREATE', 'UPDATE'] as const)('refuses a second default on %s', async (operation) => {
    expect((await judge([main], request(other, { operation }))).refusal).toMatchObject({
      code: 403,
      message:
        'priorityclasses.scheduling.k8s.io "other" is forbidden: PriorityClass main is already marked as default. Only one default can exist',
    })
  })
})
