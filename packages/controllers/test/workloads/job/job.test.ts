import { kubernetesVocabulary, systemRandom as random } from '@pinnace/meta'
import type { Job, JobCondition, JobSpec, JobStatus } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { countPods, type JobCounts } from '../../../src/workloads/job/count-pods.ts'
import {
  announcedOutcome,
  hasCondition,
  isJobFinished,
  withJobCondition,
  type JobOutcome,
} from '../../../src/workloads/job/job-conditions.ts'
import { jobNames } from '../../../src/workloads/job/job-names.ts'
import { jobOutcome, msUntilDeadline } from '../../../src/workloads/job/job-outcome.ts'
import { jobPod } from '../../../src/workloads/job/job-pod.ts'
import { jobEvents, jobStatus } from '../../../src/workloads/job/job-status.ts'
import { planPods, removeActivePods } from '../../../src/workloads/job/plan-pods.ts'
import type { WithSpec } from '../../../src/workloads/stored-object.ts'
import { namesOf, now, nowMs, pod, secondsAgo, type PodOptions } from '../objects.ts'
import { job, jobPodOf } from './objects.ts'

const names = jobNames(kubernetesVocabulary)

function counts(facts: Partial<JobCounts> = {}): JobCounts {
  return { ...countPods(job(), [], names), ...facts }
}

function condition(type: string, status = 'True', reason = 'R'): JobCondition {
  return { type, status, reason, message: 'm', lastTransitionTime: secondsAgo(60), lastProbeTime: secondsAgo(60) }
}

const indexedSpec = { completionMode: 'Indexed', completions: 4, parallelism: 4 }

describe('conditions of a job', () => {
  const next = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'm' }

  it('are set with their times', () => {
    expect(withJobCondition([], next, nowMs)).toEqual([{ ...next, lastProbeTime: now, lastTransitionTime: now }])
  })

  it('stay with the same status and reason, and are replaced otherwise', () => {
    const known = [condition('Suspended', 'True', 'JobSuspended')]
    expect(withJobCondition(known, next, nowMs)).toBe(known)
    expect(withJobCondition([condition('Suspended', 'False'), condition('X')], next, nowMs)).toEqual([
      condition('X'),
      { ...next, lastProbeTime: now, lastTransitionTime: now },
    ])
  })

  it.each<[type: string, status: string, finished: boolean]>([
    ['Complete', 'True', true],
    ['Failed', 'True', true],
    ['Failed', 'False', false],
    ['FailureTarget', 'True', false],
    ['Suspended', 'True', false],
  ])('%s=%s finish a job: %s', (type, status, finished) => {
    expect(isJobFinished({ conditions: [condition(type, status)] })).toBe(finished)
    expect(hasCondition({ conditions: [condition(type, status)] }, type)).toBe(status === 'True')
  })

  it('announce an outcome', () => {
    expect(announcedOutcome({ conditions: [condition('FailureTarget')] })).toEqual({
      isFailure: true,
      reason: 'R',
      message: 'm',
    })
    expect(announcedOutcome({ conditions: [condition('SuccessCriteriaMet')] })?.isFailure).toBe(false)
    expect(announcedOutcome({ conditions: [condition('FailureTarget', 'False')] })).toBeUndefined()
    expect(announcedOutcome({})).toBeUndefined()
  })
})

describe('the outcome of a job', () => {
  const outcome = (of: Job, facts: Partial<JobCounts> = {}): string | undefined => {
    const found = jobOutcome(of, counts(facts), nowMs)
    return found && `${found.isFailure ? 'failure' : 'success'} ${found.reason}`
  }
  const running = [jobPodOf('p')]
  const restarting = (restarts: number): readonly Pod[] => [jobPodOf('p', { restarts })]
  const onFailure = { template: { spec: { restartPolicy: 'OnFailure', containers: [] } }, backoffLimit: 2 }

  it.each<[what: string, of: Job, facts: Partial<JobCounts>, expected: string | undefined]>([
    ['is open at the beginning', job({ completions: 1 }), {}, undefined],
    ['is success with all completions', job({ completions: 3 }), { succeeded: 3 }, 'success CompletionsReached'],
    ['is open with too few', job({ completions: 3 }), { succeeded: 2 }, undefined],
    ['is open while pods are active', job({ completions: 3 }), { succeeded: 3, active: running }, undefined],
    ['is success without completions after one', job(), { succeeded: 1 }, 'success CompletionsReached'],
    ['is open without completions while others run', job(), { succeeded: 1, active: running }, undefined],
    ['is success with no completions asked for', job({ completions: 0 }), {}, 'success CompletionsReached'],
    ['is open at the back-off limit', job({ backoffLimit: 2 }), { failed: 2 }, undefined],
    ['is failure beyond the back-off limit', job({ backoffLimit: 2 }), { failed: 3 }, 'failure BackoffLimitExceeded'],
    [
      'is failure after the default of six',
      { ...job(), spec: { template: {} } },
      { failed: 7 },
      'failure BackoffLimitExceeded',
    ],
    ['counts restarts with OnFailure', job(onFailure), { active: restarting(3) }, 'failure BackoffLimitExceeded'],
    ['adds restarts to failures', job(onFailure), { active: restarting(1), failed: 2 }, 'failure BackoffLimitExceeded'],
    ['does not count restarts with Never', job({ backoffLimit: 2 }), { active: restarting(9) }, undefined],
    ['is failure by the pod failure policy', job(), { failJobMessage: 'x' }, 'failure PodFailurePolicy'],
    [
      'is success by the success policy',
      job({ ...indexedSpec, successPolicy: { rules: [{ succeededCount: 1 }] } }),
      { completedIndexes: new Set([2]), active: running },
      'success SuccessPolicy',
    ],
    [
      'is failure after the deadline',
      job({ activeDeadlineSeconds: 30 }, { startTime: secondsAgo(30) }),
      { active: running },
      'failure DeadlineExceeded',
    ],
    [
      'is open before the deadline',
      job({ activeDeadlineSeconds: 31 }, { startTime: secondsAgo(30) }),
      { active: running },
      undefined,
    ],
    [
      'is open while suspended after the deadline',
      job({ activeDeadlineSeconds: 30, suspend: true }, { startTime: secondsAgo(90) }),
      { active: running },
      undefined,
    ],
    [
      'is failure when indexes have failed and all are done',
      job({ ...indexedSpec, backoffLimitPerIndex: 0 }),
      { failedIndexes: new Set([1]), completedIndexes: new Set([0, 2, 3]) },
      'failure FailedIndexes',
    ],
    [
      'is open while other indexes run',
      job({ ...indexedSpec, backoffLimitPerIndex: 0 }),
      { failedIndexes: new Set([1]), completedIndexes: new Set([0, 2]), active: running },
      undefined,
    ],
    [
      'is failure beyond the number of failed indexes',
      job({ ...indexedSpec, backoffLimitPerIndex: 0, maxFailedIndexes: 1 }),
      { failedIndexes: new Set([1, 2]), active: running },
      'failure MaxFailedIndexesExceeded',
    ],
    [
      'is open at the number of failed indexes',
      job({ ...indexedSpec, backoffLimitPerIndex: 0, maxFailedIndexes: 1 }),
      { failedIndexes: new Set([1]), active: running },
      undefined,
    ],
    [
      'stays what was announced',
      job({}, { conditions: [condition('FailureTarget', 'True', 'DeadlineExceeded')] }),
      { succeeded: 1 },
      'failure DeadlineExceeded',
    ],
  ])('%s', (_, of, facts, expected) => {
    expect(outcome(of, facts)).toBe(expected)
  })

  it('prefers the pod failure policy to the back-off limit', () => {
    expect(outcome(job({ backoffLimit: 0 }), { failJobMessage: 'x', failed: 1 })).toBe('failure PodFailurePolicy')
  })

  it('names the rule of the success policy', () => {
    const of = job({ ...indexedSpec, successPolicy: { rules: [{ succeededCount: 9 }, { succeededCount: 1 }] } })
    expect(jobOutcome(of, counts({ completedIndexes: new Set([0]) }), nowMs)?.message).toBe('Matched rules at index 1')
  })

  it('comes at the deadline, which counts from the start', () => {
    expect(msUntilDeadline(job({ activeDeadlineSeconds: 60 }, { startTime: secondsAgo(20) }), nowMs)).toBe(40_000)
    expect(msUntilDeadline(job({ activeDeadlineSeconds: 60 }), nowMs)).toBeUndefined()
    expect(msUntilDeadline(job({}, { startTime: now }), nowMs)).toBeUndefined()
  })
})

describe('the status of a job', () => {
  const success: JobOutcome = { isFailure: false, reason: 'CompletionsReached', message: 'done' }
  const failure: JobOutcome = { isFailure: true, reason: 'BackoffLimitExceeded', message: 'no' }
  const status = (of: WithSpec<Job>, facts: Partial<JobCounts> = {}, outcome?: JobOutcome): JobStatus =>
    jobStatus({ job: of, counts: counts(facts), outcome, nowMs })
  const types = ({ conditions = [] }: JobStatus): readonly string[] =>
    conditions.map(({ type, status: is, reason }) => `${type}=${is} ${reason}`)

  it('has a start time and counts', () => {
    const active = [jobPodOf('a'), jobPodOf('b')]
    expect(status(job(), { active, ready: 1, terminating: 3 })).toMatchObject({
      startTime: now,
      active: 2,
      ready: 1,
      terminating: 3,
    })
    expect(status(job({}, { startTime: secondsAgo(9) })).startTime).toBe(secondsAgo(9))
  })

  it('says that a job is suspended, without a start time', () => {
    const next = status(job({ suspend: true }, { startTime: secondsAgo(9) }))
    expect(types(next)).toEqual(['Suspended=True JobSuspended'])
    expect('startTime' in next).toBe(false)
  })

  it('says that a job is resumed, with a new start time', () => {
    const next = status(job({}, { conditions: [condition('Suspended', 'True', 'JobSuspended')] }))
    expect(types(next)).toEqual(['Suspended=False JobResumed'])
    expect(next.startTime).toBe(now)
  })

  it('says nothing about suspension of a job that never was', () => {
    expect('conditions' in status(job())).toBe(false)
  })

  it.each<[what: string, facts: Partial<JobCounts>]>([
    ['pods are active', { active: [jobPodOf('p')] }],
    ['pods terminate', { terminating: 1 }],
    ['successes are not counted yet', { tracked: { uncountedTerminatedPods: { succeeded: ['u'] } } }],
    ['failures are not counted yet', { tracked: { uncountedTerminatedPods: { failed: ['u'] } } }],
  ])('only announces the outcome while %s', (_, facts) => {
    expect(types(status(job(), facts, success))).toEqual(['SuccessCriteriaMet=True CompletionsReached'])
    expect(types(status(job(), facts, failure))).toEqual(['FailureTarget=True BackoffLimitExceeded'])
  })

  it('is complete at the end, with a completion time', () => {
    const next = status(job(), {}, success)
    expect(types(next)).toEqual(['SuccessCriteriaMet=True CompletionsReached', 'Complete=True CompletionsReached'])
    expect(next.completionTime).toBe(now)
  })

  it('is failed at the end, without a completion time', () => {
    const next = status(job(), {}, failure)
    expect(types(next)).toEqual(['FailureTarget=True BackoffLimitExceeded', 'Failed=True BackoffLimitExceeded'])
    expect('completionTime' in next).toBe(false)
  })

  it('ends the suspension of a job that ends', () => {
    const suspended = job({ suspend: true }, { conditions: [condition('Suspended', 'True', 'JobSuspended')] })
    expect(types(status(suspended, {}, failure))).toContain('Suspended=False JobResumed')
  })
})

describe('the events of a job', () => {
  const events = (before: JobStatus | undefined, ...conditions: readonly JobCondition[]): readonly string[] =>
    jobEvents(job({}, before), { conditions }).map(({ type, reason, note }) => `${type} ${reason}: ${note}`)

  it.each<[what: string, before: JobStatus | undefined, next: JobCondition, expected: readonly string[]]>([
    ['completion', undefined, condition('Complete'), ['Normal Completed: Job completed']],
    ['failure', {}, condition('Failed', 'True', 'DeadlineExceeded'), ['Warning DeadlineExceeded: m']],
    ['nothing new about a finished job', { conditions: [condition('Complete')] }, condition('Complete'), []],
    ['suspension', {}, condition('Suspended'), ['Normal Suspended: m']],
    ['resumption', { conditions: [condition('Suspended')] }, condition('Suspended', 'False'), ['Normal Resumed: m']],
    ['nothing new about a suspended job', { conditions: [condition('Suspended')] }, condition('Suspended'), []],
    ['nothing about an announced outcome', {}, condition('FailureTarget'), []],
  ])('report %s', (_, before, next, expected) => {
    expect(events(before, next)).toEqual(expected)
  })
})

describe('the pods that a job creates and deletes', () => {
  const plan = (
    spec: Partial<JobSpec>,
    pods: readonly Pod[] = [],
    status: JobStatus = {},
  ): { create: unknown; remove: readonly string[]; backOffMs: number | undefined } => {
    const of = job(spec, status)
    const facts = { job: of, pods, counts: countPods(of, pods, names), names, nowMs }
    const { create, remove, backOffMs } = planPods(facts)
    const created = create.map((one) => (one === undefined ? '' : `${one.index}/${one.failures ?? '-'}`))
    return { create: created, remove: namesOf(remove), backOffMs }
  }
  const at = (index: number, options: PodOptions = {}): Pod =>
    jobPodOf(`i${index}`, { ...options, annotations: { [names.index]: String(index), ...options.annotations } })

  it.each<[what: string, spec: Partial<JobSpec>, active: number, succeeded: number, created: number]>([
    ['as many as may run at once', { parallelism: 3, completions: 9 }, 0, 0, 3],
    ['as many as are missing', { parallelism: 3, completions: 9 }, 2, 0, 1],
    ['no more than are still needed', { parallelism: 3, completions: 4 }, 0, 3, 1],
    ['none when all are done', { parallelism: 3, completions: 4 }, 0, 4, 0],
    ['one without parallelism', {}, 0, 0, 1],
    ['none with a parallelism of zero', { parallelism: 0, completions: 4 }, 0, 0, 0],
    ['the parallelism of a work queue', { parallelism: 3 }, 1, 0, 2],
    ['none of a work queue after the first success', { parallelism: 3 }, 1, 1, 0],
  ])('are %s', (_, spec, active, succeeded, created) => {
    const pods = Array.from({ length: active }, (__, index) => jobPodOf(`p${index}`))
    expect(plan(spec, pods, { succeeded })).toEqual({
      create: Array.from({ length: created }, () => ''),
      remove: [],
      backOffMs: undefined,
    })
  })

  it('are the ones that are not ready, when there are too many', () => {
    const pods = [
      jobPodOf('ready', { ready: true }),
      jobPodOf('unready', { ready: false }),
      jobPodOf('also', { ready: true }),
    ]
    expect(plan({ parallelism: 2, completions: 9 }, pods)).toMatchObject({ create: [], remove: ['unready'] })
    expect(plan({ parallelism: 0, completions: 9 }, pods).remove).toHaveLength(3)
  })

  it('are at most five hundred at a time', () => {
    expect(plan({ parallelism: 800, completions: 900 }).create).toHaveLength(500)
    const pods = Array.from({ length: 700 }, (_, index) => jobPodOf(`p${index}`))
    expect(plan({ parallelism: 0 }, pods).remove).toHaveLength(500)
    expect(removeActivePods(countPods(job(), pods, names)).remove).toHaveLength(500)
  })

  it('have the lowest free indexes', () => {
    const pods = [at(0), at(2, { phase: 'Succeeded' })]
    expect(plan({ ...indexedSpec, completions: 9 }, pods).create).toEqual(['1/-', '3/-', '4/-'])
  })

  it('do not have an index that has failed', () => {
    const spec = { ...indexedSpec, backoffLimitPerIndex: 1 }
    expect(plan(spec, [], { failedIndexes: '1', completedIndexes: '0' }).create).toEqual(['2/0', '3/0'])
  })

  it('carry the failures of their index', () => {
    const spec = { ...indexedSpec, completions: 2, backoffLimitPerIndex: 5 }
    const failed = at(1, { phase: 'Failed', annotations: { [names.failures]: '2' }, created: secondsAgo(9000) })
    expect(plan(spec, [failed]).create).toEqual(['0/0', '1/3'])
  })

  it('carry the failures of an index whose pod was deleted', () => {
    const spec = { ...indexedSpec, completions: 1, backoffLimitPerIndex: 5 }
    const deleted = at(0, { terminating: true, annotations: { [names.failures]: '2' } })
    const early = { ...deleted, metadata: { ...deleted.metadata, deletionTimestamp: secondsAgo(9000) } }
    expect(plan(spec, [early]).create).toEqual(['0/3'])
  })

  it('do not carry failures that the pod failure policy ignores, and do not wait after them', () => {
    const podFailurePolicy = { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] }
    const spec = { ...indexedSpec, completions: 1, backoffLimitPerIndex: 5, podFailurePolicy }
    const status = { phase: 'Failed', conditions: [{ type: 'DisruptionTarget', status: 'True' }] }
    const ignored = at(0, { status, created: secondsAgo(0), annotations: { [names.failures]: '2' } })
    expect(plan(spec, [ignored])).toEqual({ create: ['0/2'], remove: [], backOffMs: undefined })
  })

  it('do not wait after failures whose pods are gone', () => {
    expect(plan({}, [], { failed: 3 })).toEqual({ create: [''], remove: [], backOffMs: undefined })
  })

  it('get the index of a terminating pod once that has failed', () => {
    const spec = { ...indexedSpec, completions: 1, podReplacementPolicy: 'Failed' }
    const failed = at(0, { phase: 'Failed', terminating: true })
    const early = { ...failed, metadata: { ...failed.metadata, deletionTimestamp: secondsAgo(9000) } }
    expect(plan(spec, [early]).create).toEqual(['0/-'])
  })

  it('are those beyond the completions of an indexed job that was scaled down', () => {
    const pods = [at(0, { ready: false }), at(1, { ready: true }), at(2, { ready: true })]
    expect(plan({ ...indexedSpec, completions: 2, parallelism: 2 }, pods).remove).toEqual(['i2'])
  })

  it('are second ones of an index, the ready one stays', () => {
    const twin = jobPodOf('twin', { ready: true, annotations: { [names.index]: '0' } })
    expect(plan(indexedSpec, [at(0, { ready: false }), twin]).remove).toEqual(['i0'])
  })

  it('are pods of an indexed job without an index', () => {
    expect(plan(indexedSpec, [jobPodOf('lost'), at(0)]).remove).toEqual(['lost'])
  })

  it.each<[failures: number, ageSeconds: number, backOffMs: number | undefined]>([
    [1, 0, 10_000],
    [1, 4, 6000],
    [1, 10, undefined],
    [2, 0, 20_000],
    [3, 0, 40_000],
    [6, 0, 320_000],
    [7, 0, 600_000],
    [30, 0, 600_000],
  ])('wait after %i failures, the last %i seconds ago, for %s ms', (failures, ageSeconds, backOffMs) => {
    const failed = jobPodOf('f', { phase: 'Failed', created: secondsAgo(ageSeconds) })
    const planned = plan({ backoffLimit: 99 }, [failed], { failed: failures - 1 })
    expect(planned.backOffMs).toBe(backOffMs)
    expect(planned.create).toEqual(backOffMs === undefined ? [''] : [])
  })

  it('replace terminating pods at once, or at their end with podReplacementPolicy Failed', () => {
    const going = jobPodOf('going', { terminating: true })
    const later = { ...going, metadata: { ...going.metadata, deletionTimestamp: secondsAgo(60) } }
    expect(plan({ parallelism: 1, completions: 1 }, [later]).create).toEqual([''])
    expect(plan({ parallelism: 1, completions: 1, podReplacementPolicy: 'Failed' }, [later]).create).toEqual([])
  })

  it('do not get the index of a terminating pod with podReplacementPolicy Failed', () => {
    const spec = { ...indexedSpec, completions: 3, parallelism: 2, podReplacementPolicy: 'Failed' }
    expect(plan(spec, [at(0, { terminating: true })]).create).toEqual(['1/-'])
  })
})

describe('a pod of a job', () => {
  const template = {
    metadata: { labels: { a: 'b' }, finalizers: ['x/y'] },
    spec: {
      containers: [{ name: 'main' }, { name: 'own', env: [{ name: 'JOB_COMPLETION_INDEX', value: '1' }] }],
      initContainers: [{ name: 'first' }],
    },
  }
  const of = job({ template })
  const variable = {
    name: 'JOB_COMPLETION_INDEX',
    valueFrom: { fieldRef: { fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']" } },
  }

  it('has the finalizer after those of the template, and its owner', () => {
    const { metadata, spec } = jobPod(of, undefined, { names, random })
    expect(metadata).toMatchObject({
      generateName: 'j-',
      labels: { a: 'b' },
      finalizers: ['x/y', 'batch.kubernetes.io/job-tracking'],
      ownerReferences: [{ kind: 'Job', name: 'j', uid: 'uid-j', controller: true }],
    })
    expect(metadata.name).toMatch(/^j-[a-z0-9]{5}$/)
    expect(spec).toEqual(template.spec)
  })

  it('has its index in name, host name, label, annotation and environment', () => {
    const { metadata, spec } = jobPod(of, { index: 3, failures: undefined }, { names, random })
    expect(metadata.name).toMatch(/^j-3-[a-z0-9]{5}$/)
    expect(metadata.labels).toEqual({ a: 'b', [names.index]: '3' })
    expect(metadata.annotations).toEqual({ [names.index]: '3' })
    expect(spec.hostname).toBe('j-3')
    expect(spec.containers).toEqual([{ name: 'main', env: [variable] }, template.spec.containers[1]])
    expect(spec.initContainers).toEqual([{ name: 'first', env: [variable] }])
  })

  it('has the failures of its index where these are limited', () => {
    expect(jobPod(of, { index: 3, failures: 2 }, { names, random }).metadata.annotations).toEqual({
      [names.index]: '3',
      [names.failures]: '2',
    })
  })

  it('belongs to the names of the vocabulary', () => {
    expect(names).toEqual({
      finalizer: 'batch.kubernetes.io/job-tracking',
      index: 'batch.kubernetes.io/job-completion-index',
      failures: 'batch.kubernetes.io/job-index-failure-count',
      manager: 'kubernetes.io/job-controller',
    })
    expect(pod('p').metadata.finalizers).toBeUndefined()
  })
})
