import { kubernetesVocabulary, StatusError, systemClock, systemRandom, type ApiObject } from '@pinnace/meta'
import type { CreateSubresourceContext, RelatedObjects } from '@pinnace/resources'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { bindPod, podBinding } from '../../src/core/pods/pod-binding.ts'
import { evictPod, podEviction } from '../../src/core/pods/pod-eviction.ts'
import type { Loose } from '../write.ts'
import { stored } from './pod-table.ts'

interface Bench {
  readonly context: CreateSubresourceContext<Pod>
  readonly deleted: unknown[]
  pod: Loose
  expected: Loose
}

function bench(pod: Loose, related?: RelatedObjects): Bench {
  const state: Bench = {
    pod,
    deleted: [],
    expected: undefined,
    context: {
      vocabulary: kubernetesVocabulary,
      clock: { ...systemClock, now: () => Date.parse('2026-01-01T00:00:00Z') },
      random: systemRandom,
      user: { username: 'a', groups: [], extra: {} },
      namespace: 'n',
      dryRun: false,
      warn: () => {},
      name: 'p',
      parent: pod,
      update(change, options) {
        const next = structuredClone(state.pod)
        state.expected = options
        change(next)
        state.pod = next
        return Promise.resolve(next)
      },
      delete(options) {
        state.deleted.push(options)
        return Promise.resolve()
      },
      ...(related === undefined ? {} : { related }),
    },
  }
  return state
}

async function refusal(promise: Promise<unknown>): Promise<StatusError> {
  const error: unknown = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(StatusError)
  return error as StatusError
}

describe('a binding', () => {
  const binding = (target: Loose = { name: 'node-1' }, metadata: Loose = {}): Loose => ({
    metadata: { name: 'p', ...metadata },
    target,
  })

  it('gives a pod its node, and says so in a condition', async () => {
    const state = bench(stored())
    await bindPod(
      binding({ kind: 'Node', name: 'node-1' }, { annotations: { a: 'b' }, labels: { z: '1' } }),
      state.context,
    )
    expect(state.pod.spec.nodeName).toBe('node-1')
    expect(state.pod.metadata).toMatchObject({ annotations: { a: 'b' }, labels: { z: '1' }, generation: 1 })
    expect(state.pod.status.conditions).toEqual([
      { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: '2026-01-01T00:00:00Z' },
    ])
  })

  it('forgets the node a pod was nominated for', async () => {
    const pod = stored()
    pod.status = { ...pod.status, nominatedNodeName: 'x' }
    const state = bench(pod)
    await bindPod(binding(), state.context)
    expect(state.pod.status.nominatedNodeName).toBeUndefined()
  })

  it('hands on what must still be true', async () => {
    const state = bench(stored())
    await bindPod(binding(undefined, { uid: 'u', resourceVersion: '7' }), state.context)
    expect(state.expected).toEqual({ uid: 'u', resourceVersion: '7', refusedByStore: true })
  })

  it.each<[string, Loose, string]>([
    ['has a node', { nodeName: 'node-0' }, 'pod p is already assigned to node "node-0"'],
    ['is held back', { schedulingGates: [{ name: 'g' }] }, 'pod p has non-empty .spec.schedulingGates'],
  ])('is refused to a pod that %s', async (_, spec, message) => {
    const error = await refusal(bindPod(binding(), bench(stored(spec)).context))
    expect(error.code).toBe(409)
    expect(error.message).toBe(`Operation cannot be fulfilled on pods/binding "p": ${message}`)
    expect(error.details).toMatchObject({ name: 'p', kind: 'pods/binding' })
  })

  it('is refused to a pod that goes', async () => {
    const pod = stored()
    pod.metadata.deletionTimestamp = '2026-01-01T00:00:00Z'
    const error = await refusal(bindPod(binding(), bench(pod).context))
    expect(error.message).toBe(
      'Operation cannot be fulfilled on pods/binding "p": pod p is being deleted, cannot be assigned to a host',
    )
  })

  it.each([
    [
      'is to a named node',
      binding({ kind: 'Host', name: '' }),
      500,
      '[target.kind: Unsupported value: "Host": supported values: "Node", "<empty>", target.name: Required value]',
    ],
    [
      'names the pod of the path',
      binding(undefined, { name: 'q' }),
      400,
      'name in URL does not match name in Binding object',
    ],
    [
      'has a name',
      { target: { name: 'node-1' }, metadata: {} },
      400,
      'name in URL does not match name in Binding object',
    ],
  ])('%s', async (_, body, code, message) => {
    const error = await refusal((async () => podBinding.assertBody?.(body, 'p'))())
    expect([error.code, error.message]).toEqual([code, message])
  })
})

describe('an eviction', () => {
  const eviction: Loose = { metadata: { name: 'p' }, deleteOptions: { gracePeriodSeconds: 5 } }
  const running = (ready = true): Loose => {
    const pod = stored({}, { labels: { app: 'a' } })
    pod.status = { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] }
    return pod
  }
  const budget = (status: Loose, spec: Loose = {}): Loose => ({
    metadata: { name: 'b', namespace: 'n', generation: 1 },
    spec: { selector: { matchLabels: { app: 'a' } }, ...spec },
    status: { observedGeneration: 1, disruptionsAllowed: 1, ...status },
  })
  const lend = (...budgets: Loose[]): RelatedObjects => ({
    get: () => Promise.resolve(undefined),
    list: () => Promise.resolve(budgets),
    updateStatus(_resource, _namespace, name, change) {
      const found: Loose = budgets.find(({ metadata }) => metadata.name === name)
      const next = structuredClone(found)
      change(next)
      found.status = next.status
      return Promise.resolve(next as ApiObject)
    },
  })

  it('deletes the pod where no budget is known', async () => {
    const state = bench(running())
    await evictPod(eviction, state.context)
    expect(state.deleted).toEqual([{ gracePeriodSeconds: 5 }])
    expect(state.pod.status.conditions[1]).toEqual({
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
      lastProbeTime: null,
      lastTransitionTime: '2026-01-01T00:00:00Z',
    })
  })

  it('in a dry run changes nothing', async () => {
    const state = bench(running())
    await evictPod({ ...eviction, deleteOptions: { dryRun: ['All'] } }, state.context)
    expect(state.pod.status.conditions).toHaveLength(1)
  })

  it('of a version is of that version only', async () => {
    const state = bench(running())
    const preconditions = { uid: 'u', resourceVersion: '7' }
    await evictPod({ ...eviction, deleteOptions: { preconditions } }, state.context)
    expect(state.expected).toEqual(preconditions)
    expect(state.deleted).toEqual([{ preconditions: { uid: 'u' } }])
  })

  it('that takes the last disruption says so in the budget', async () => {
    const one = budget({ disruptionsAllowed: 1 })
    await evictPod(eviction, bench(running(), lend(one)).context)
    expect(one.status.conditions).toEqual([
      {
        type: 'DisruptionAllowed',
        status: 'False',
        observedGeneration: 1,
        lastTransitionTime: '2026-01-01T00:00:00Z',
        reason: 'InsufficientPods',
        message: '',
      },
    ])
  })

  it('takes one disruption from the budget', async () => {
    const one = budget({ disruptionsAllowed: 2 })
    const state = bench(running(), lend(one))
    await evictPod(eviction, state.context)
    expect(state.deleted).toHaveLength(1)
    expect(one.status).toMatchObject({ disruptionsAllowed: 1, disruptedPods: { p: '2026-01-01T00:00:00Z' } })
  })

  it('is refused where the budget has none left', async () => {
    const state = bench(running(), lend(budget({ disruptionsAllowed: 0, desiredHealthy: 3, currentHealthy: 3 })))
    const error = await refusal(evictPod(eviction, state.context))
    expect(error.code).toBe(429)
    expect(error.message).toBe("Cannot evict pod as it would violate the pod's disruption budget.")
    expect(error.details).toEqual({
      causes: [
        { reason: 'DisruptionBudget', message: 'The disruption budget b needs 3 healthy pods and has 3 currently' },
      ],
    })
    expect(state.deleted).toEqual([])
  })

  it('waits for a budget its controller has not seen', async () => {
    const error = await refusal(evictPod(eviction, bench(running(), lend(budget({ observedGeneration: 0 }))).context))
    expect(error.details).toEqual({
      causes: [
        { reason: 'DisruptionBudget', message: 'The disruption budget b is still being processed by the server.' },
      ],
      retryAfterSeconds: 10,
    })
  })

  it('is refused where two budgets cover the pod', async () => {
    const other = budget({})
    other.metadata.name = 'c'
    const error = await refusal(evictPod(eviction, bench(running(), lend(budget({}), other)).context))
    expect(error.code).toBe(500)
    expect(error.message).toBe(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    )
  })

  it.each<[string, Loose, Loose]>([
    ['of another label', running(), budget({ disruptionsAllowed: 0 }, { selector: { matchLabels: { app: 'b' } } })],
    ['of no selector', running(), budget({ disruptionsAllowed: 0 }, { selector: undefined })],
    [
      'that is met without a pod that is not ready',
      running(false),
      budget({ disruptionsAllowed: 0, desiredHealthy: 1, currentHealthy: 1 }),
    ],
    [
      'that always lets unhealthy pods go',
      running(false),
      budget({ disruptionsAllowed: 0 }, { unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
    ],
    ['of a pod that is pending', stored({}, { labels: { app: 'a' } }), budget({ disruptionsAllowed: 0 })],
  ])('asks no budget %s', async (_, pod, one) => {
    const state = bench(pod, lend(one))
    await evictPod(eviction, state.context)
    expect(state.deleted).toHaveLength(1)
  })

  it('asks a budget that is not met about a pod that is not ready', async () => {
    const one = budget({ disruptionsAllowed: 0, desiredHealthy: 2, currentHealthy: 1 })
    expect((await refusal(evictPod(eviction, bench(running(false), lend(one)).context))).code).toBe(429)
  })

  it('asks a budget of everything about every pod', async () => {
    const one = budget({ disruptionsAllowed: 0 }, { selector: {} })
    expect((await refusal(evictPod(eviction, bench(running(), lend(one)).context))).code).toBe(429)
  })

  it.each([{ name: 'q' }, {}])('names the pod of the path: %j', async (metadata) => {
    const error = await refusal((async () => podEviction.assertBody?.({ metadata }, 'p'))())
    expect(error.message).toBe('name in URL does not match name in Eviction object')
  })
})
