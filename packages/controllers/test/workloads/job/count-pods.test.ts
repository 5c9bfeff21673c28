import { kubernetesVocabulary } from '@pinnace/meta'
import type { Job, JobSpec, JobStatus } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import {
  completionIndexOf,
  earlierFailuresOf,
  matchSuccessPolicy,
  readIndexes,
} from '../../../src/workloads/job/completion-indexes.ts'
import { countPods, type JobCounts } from '../../../src/workloads/job/count-pods.ts'
import { jobNames } from '../../../src/workloads/job/job-names.ts'
import { isReleaseDue } from '../../../src/workloads/job/orphan-pods.ts'
import { podFailureAction } from '../../../src/workloads/job/pod-failure-policy.ts'
import { namesOf, nowMs, pod, secondsAgo, type PodOptions } from '../objects.ts'
import { job, jobPodOf } from './objects.ts'

const names = jobNames(kubernetesVocabulary)

function count(pods: readonly Pod[], spec: Partial<JobSpec> = {}, status: JobStatus = {}): JobCounts {
  return countPods(job(spec, status), pods, names)
}

function succeeded(name: string, options: PodOptions = {}): Pod {
  return jobPodOf(name, { phase: 'Succeeded', ...options })
}

function failed(name: string, options: PodOptions = {}): Pod {
  return jobPodOf(name, { phase: 'Failed', ...options })
}

/** A failed or succeeded pod of an index. */
function indexed(index: number, phase: string, failures?: number): Pod {
  const annotations = {
    [names.index]: String(index),
    ...(failures === undefined ? {} : { [names.failures]: String(failures) }),
  }
  return jobPodOf(`i${index}`, { phase, annotations })
}

describe('the pods of a job', () => {
  it('are active until they are finished or terminating', () => {
    const counts = count([
      jobPodOf('a', { phase: 'Pending' }),
      jobPodOf('b', { ready: true }),
      jobPodOf('c', { terminating: true }),
      succeeded('d'),
      failed('e'),
    ])
    expect(namesOf(counts.active)).toEqual(['a', 'b'])
    expect([counts.ready, counts.terminating]).toEqual([1, 1])
  })

  it('are noted by UID while they have the finalizer, and counted with it', () => {
    const counts = count([succeeded('a'), failed('b')], {}, { succeeded: 2, failed: 1 })
    expect(counts.tracked).toEqual({
      succeeded: 2,
      failed: 1,
      uncountedTerminatedPods: { succeeded: ['uid-a'], failed: ['uid-b'] },
    })
    expect([counts.succeeded, counts.failed]).toEqual([3, 2])
    expect(namesOf(counts.counted)).toEqual(['a', 'b'])
  })

  it('are not noted twice', () => {
    const uncountedTerminatedPods = { succeeded: ['uid-a'], failed: ['uid-b'] }
    const counts = count([succeeded('a'), failed('b')], {}, { uncountedTerminatedPods })
    expect(counts.tracked.uncountedTerminatedPods).toEqual(uncountedTerminatedPods)
    expect([counts.succeeded, counts.failed]).toEqual([1, 1])
  })

  it.each<[what: string, pods: readonly Pod[]]>([
    ['the finalizer is gone', [succeeded('a', { finalizers: [] }), failed('b', { finalizers: ['other/x'] })]],
    ['the pod is gone', []],
  ])('move from the note to the counter when %s', (_, pods) => {
    const counts = count(
      pods,
      {},
      {
        succeeded: 1,
        failed: 1,
        uncountedTerminatedPods: { succeeded: ['uid-a'], failed: ['uid-b'] },
      },
    )
    expect(counts.tracked).toEqual({ succeeded: 2, failed: 2, uncountedTerminatedPods: {} })
    expect([counts.succeeded, counts.failed, counts.counted.length]).toEqual([2, 2, 0])
  })

  it('are not counted without the finalizer', () => {
    const counts = count([succeeded('a', { finalizers: [] })])
    expect([counts.succeeded, counts.counted.length]).toEqual([0, 0])
  })

  it('fail when they are deleted before their end', () => {
    const counts = count([jobPodOf('a', { terminating: true })])
    expect(counts.tracked.uncountedTerminatedPods).toEqual({ failed: ['uid-a'] })
    expect([counts.failed, counts.terminating]).toEqual([1, 1])
  })

  it('fail only at their end with podReplacementPolicy Failed', () => {
    const waiting = count([jobPodOf('a', { terminating: true })], { podReplacementPolicy: 'Failed' })
    expect([waiting.failed, waiting.terminating, waiting.counted.length]).toEqual([0, 1, 0])
    const ended = count([failed('a', { terminating: true })], { podReplacementPolicy: 'Failed' })
    expect([ended.failed, ended.terminating]).toEqual([1, 0])
  })

  it('do not fail when they are deleted after success', () => {
    const counts = count([succeeded('a', { terminating: true })])
    expect([counts.succeeded, counts.failed, counts.lastFailureMs]).toEqual([1, 0, undefined])
  })

  it('say when one last failed: by its containers, its deletion or its creation', () => {
    const ended = (finishedAt: string): Pod['status'] => ({
      containerStatuses: [
        {
          name: 'main',
          ready: false,
          restartCount: 0,
          image: '',
          imageID: '',
          state: { terminated: { exitCode: 1, finishedAt } },
        },
      ],
    })
    const status = (at: string): PodOptions => ({ status: { phase: 'Failed', ...ended(at) } })
    expect(count([failed('a', status(secondsAgo(5))), failed('b', status(secondsAgo(9)))]).lastFailureMs).toBe(
      nowMs - 5000,
    )
    expect(count([failed('a', { created: secondsAgo(70) })]).lastFailureMs).toBe(nowMs - 70_000)
    expect(count([jobPodOf('a', { terminating: true })]).lastFailureMs).toBe(nowMs)
    expect(count([succeeded('a')]).lastFailureMs).toBeUndefined()
  })
})

describe('the pods of an indexed job', () => {
  const spec: Partial<JobSpec> = { completionMode: 'Indexed', completions: 5 }

  it('complete their index, once', () => {
    const counts = count([indexed(2, 'Succeeded'), indexed(3, 'Succeeded')], spec, { completedIndexes: '0,2' })
    expect(counts.tracked).toMatchObject({ succeeded: 3, completedIndexes: '0,2,3' })
    expect([...counts.completedIndexes].sort()).toEqual([0, 2, 3])
    expect(counts.succeeded).toBe(3)
    expect(counts.tracked.uncountedTerminatedPods).toEqual({})
  })

  it('complete nothing with an index beyond the completions, or without one', () => {
    expect(count([indexed(5, 'Succeeded'), succeeded('x')], spec).succeeded).toBe(0)
  })

  it('lose completed indexes when the job is scaled down', () => {
    const counts = count([], { ...spec, completions: 2 }, { completedIndexes: '0,1,4' })
    expect(counts.tracked).toMatchObject({ succeeded: 2, completedIndexes: '0,1' })
  })

  it.each<[limit: number, failures: number, expected: string]>([
    [0, 0, '1'],
    [1, 0, ''],
    [1, 1, '1'],
    [2, 1, ''],
    [2, 2, '1'],
  ])(
    'fail their index with backoffLimitPerIndex %i after %i failures: %j',
    (backoffLimitPerIndex, failures, expected) => {
      const counts = count([indexed(1, 'Failed', failures)], { ...spec, backoffLimitPerIndex })
      expect(counts.tracked.failedIndexes).toBe(expected)
      expect(counts.failed).toBe(1)
    },
  )

  it('do not fail an index without a limit for each', () => {
    expect('failedIndexes' in count([indexed(1, 'Failed', 9)], spec).tracked).toBe(false)
  })

  it('do not fail an index that is complete', () => {
    const limited = { ...spec, backoffLimitPerIndex: 0 }
    const counts = count([indexed(1, 'Failed', 0)], limited, { completedIndexes: '1', failedIndexes: '3' })
    expect([...counts.failedIndexes]).toEqual([3])
  })

  it('have their index and earlier failures in annotations', () => {
    expect(completionIndexOf(indexed(7, 'Running'), names)).toBe(7)
    expect(completionIndexOf(pod('p', { annotations: { [names.index]: 'x' } }), names)).toBeUndefined()
    expect(completionIndexOf(pod('p'), names)).toBeUndefined()
    expect(earlierFailuresOf(indexed(7, 'Failed', 3), names)).toBe(3)
    expect(earlierFailuresOf(pod('p', { annotations: { [names.failures]: 'x' } }), names)).toBe(0)
  })

  it.each<[text: string | undefined, limit: number, expected: readonly number[]]>([
    ['0,2-4', 10, [0, 2, 3, 4]],
    ['', 10, []],
    [undefined, 10, []],
    ['7', 3, []],
    ['x', 3, []],
  ])('are read from %j with a limit of %i', (text, limit, expected) => {
    expect([...readIndexes(text, limit)]).toEqual(expected)
  })
})

describe('the pod failure policy of a job', () => {
  const exited = (codes: Readonly<Record<string, number>>, init = false): Pod => {
    const statuses = Object.entries(codes).map(([name, exitCode]) => ({
      name,
      ready: false,
      restartCount: 0,
      image: '',
      imageID: '',
      state: { terminated: { exitCode } },
    }))
    return pod('p', { status: { phase: 'Failed', [init ? 'initContainerStatuses' : 'containerStatuses']: statuses } })
  }
  const disrupted = (status: string): Pod =>
    pod('p', { status: { phase: 'Failed', conditions: [{ type: 'DisruptionTarget', status }] } })
  const onCodes = (operator: string, values: readonly number[], containerName?: string): object => ({
    onExitCodes: { operator, values, ...(containerName === undefined ? {} : { containerName }) },
  })
  const onCondition = { onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }

  it.each<[what: string, rule: object, of: Pod, message: string | undefined]>([
    [
      'a listed exit code',
      onCodes('In', [3, 4]),
      exited({ main: 3 }),
      'Container main for pod default/p failed with exit code 3',
    ],
    ['another exit code', onCodes('In', [3]), exited({ main: 5 }), undefined],
    [
      'an exit code that is not listed',
      onCodes('NotIn', [3]),
      exited({ main: 5 }),
      'Container main for pod default/p failed with exit code 5',
    ],
    ['a listed exit code with NotIn', onCodes('NotIn', [3]), exited({ main: 3 }), undefined],
    ['success', onCodes('NotIn', [3]), exited({ main: 0 }), undefined],
    [
      'a second container',
      onCodes('In', [3]),
      exited({ main: 0, side: 3 }),
      'Container side for pod default/p failed with exit code 3',
    ],
    [
      'the named container',
      onCodes('In', [3], 'side'),
      exited({ main: 3, side: 3 }),
      'Container side for pod default/p failed with exit code 3',
    ],
    ['a container of another name', onCodes('In', [3], 'side'), exited({ main: 3 }), undefined],
    [
      'an init container',
      onCodes('In', [3]),
      exited({ setup: 3 }, true),
      'Container setup for pod default/p failed with exit code 3',
    ],
    ['a condition', onCondition, disrupted('True'), 'Pod default/p has condition DisruptionTarget'],
    ['a condition of another status', onCondition, disrupted('False'), undefined],
    [
      'a condition of the default status',
      { onPodConditions: [{ type: 'DisruptionTarget' }] },
      disrupted('True'),
      'Pod default/p has condition DisruptionTarget',
    ],
    ['no condition', onCondition, exited({ main: 3 }), undefined],
  ])('looks at %s', (_, rule, of, message) => {
    const policy = { podFailurePolicy: { rules: [{ action: 'FailJob', ...rule }] } }
    expect(podFailureAction(policy, of)).toEqual(
      message === undefined
        ? { action: 'Count', message: '' }
        : { action: 'FailJob', message: `${message} matching FailJob rule at index 0` },
    )
  })

  it('takes the first rule that matches', () => {
    const rules = [
      { action: 'Ignore', ...onCodes('In', [9]) },
      { action: 'FailIndex', ...onCodes('In', [3]) },
      { action: 'FailJob', ...onCodes('In', [3]) },
    ]
    const { action, message } = podFailureAction({ podFailurePolicy: { rules } }, exited({ main: 3 }))
    expect(action).toBe('FailIndex')
    expect(message).toContain('matching FailIndex rule at index 1')
    expect(podFailureAction({}, exited({ main: 3 })).action).toBe('Count')
  })

  it.each<[action: string, failed: number, message: boolean, failedIndexes: string]>([
    ['Count', 1, false, ''],
    ['Ignore', 0, false, ''],
    ['FailJob', 1, true, ''],
    ['FailIndex', 1, false, '1'],
  ])('with %s counts %i failures', (action, failures, hasMessage, failedIndexes) => {
    const podFailurePolicy = { rules: [{ action, ...onCodes('In', [3]) }] }
    const own = jobPodOf('p', {
      phase: 'Failed',
      annotations: { [names.index]: '1' },
      status: exited({ main: 3 }).status,
    })
    const counts = count([own], {
      completionMode: 'Indexed',
      completions: 3,
      backoffLimitPerIndex: 5,
      podFailurePolicy,
    })
    expect(counts.failed).toBe(failures)
    expect(counts.failJobMessage !== undefined).toBe(hasMessage)
    expect(counts.tracked.failedIndexes).toBe(failedIndexes)
    expect(namesOf(counts.counted)).toEqual(['p'])
  })
})

describe('the success policy of a job', () => {
  it.each<
    [rule: { succeededIndexes?: string; succeededCount?: number }, completed: readonly number[], expected: boolean]
  >([
    [{ succeededIndexes: '0,2' }, [0, 2], true],
    [{ succeededIndexes: '0,2' }, [0, 1], false],
    [{ succeededIndexes: '0-3', succeededCount: 2 }, [1, 3], true],
    [{ succeededIndexes: '0-3', succeededCount: 2 }, [1, 4], false],
    [{ succeededCount: 2 }, [4, 5], true],
    [{ succeededCount: 2 }, [4], false],
    [{}, [0, 1, 2, 3, 4, 5], false],
  ])('%j with completed %j: %s', (rule, completed, expected) => {
    const of: Job = job({ completions: 6, successPolicy: { rules: [rule] } })
    expect(matchSuccessPolicy(of, new Set(completed))).toBe(expected ? 0 : undefined)
  })

  it('is satisfied by the first rule that matches', () => {
    const rules = [{ succeededCount: 5 }, { succeededIndexes: '1' }, { succeededCount: 1 }]
    expect(matchSuccessPolicy(job({ completions: 6, successPolicy: { rules } }), new Set([1]))).toBe(1)
    expect(matchSuccessPolicy(job({ completions: 6 }), new Set([1]))).toBeUndefined()
  })
})

describe('the finalizer of a pod whose job is gone', () => {
  const owner = { kind: 'Job', name: 'j', uid: 'uid-j' }

  it.each<[what: string, of: Pod, known: Job | undefined, expected: boolean]>([
    ['is removed from a deleted pod', jobPodOf('p', { owner, terminating: true }), undefined, true],
    ['stays until the pod is deleted', jobPodOf('p', { owner }), undefined, false],
    ['stays while the job exists', jobPodOf('p', { owner, terminating: true }), job(), false],
    [
      'is removed when the job is another one',
      jobPodOf('p', { owner: { ...owner, uid: 'x' }, terminating: true }),
      job(),
      true,
    ],
    ['is removed from a pod without an owner', jobPodOf('p'), undefined, true],
    [
      'is removed from a deleted pod of another kind',
      jobPodOf('p', { owner: { ...owner, kind: 'X' }, terminating: true }),
      job(),
      true,
    ],
    ['is not removed where there is none', jobPodOf('p', { finalizers: [] }), undefined, false],
  ])('%s', (_, of, known, expected) => {
    expect(isReleaseDue(of, known, names)).toBe(expected)
  })
})
