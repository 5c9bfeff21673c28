import { kubernetesVocabulary as vocabulary, type OwnerReference } from '@pinnace/meta'
import type { ControllerRevision, StatefulSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { controllerRef } from '../../../src/workloads/controller-ref.ts'
import {
  findRevision,
  hashOf,
  revisionsBeyondHistory,
  templateOf as templateOfRevision,
} from '../../../src/workloads/revisions/controller-revisions.ts'
import {
  isInRange,
  ordinalRange,
  planStatefulPods,
  type StatefulFacts,
  type StatefulPlan,
} from '../../../src/workloads/stateful-set/plan-stateful-pods.ts'
import { ordinalOf, statefulPod, volumeClaimsOf } from '../../../src/workloads/stateful-set/stateful-pod.ts'
import { statefulSetStatus } from '../../../src/workloads/stateful-set/stateful-set-status.ts'
import { claimOwners } from '../../../src/workloads/stateful-set/volume-claims.ts'
import type { WithSpec } from '../../../src/workloads/stored-object.ts'
import { namesOf, nowMs, pod, secondsAgo, templateOf, type PodOptions } from '../objects.ts'

function statefulSet(
  spec: Partial<NonNullable<StatefulSet['spec']>> = {},
  status?: StatefulSet['status'],
): WithSpec<StatefulSet> {
  return {
    metadata: { name: 'db', namespace: 'default', uid: 'uid-db', generation: 2 },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: templateOf(1),
      serviceName: 'db',
      ...spec,
    },
    ...(status ? { status } : {}),
  }
}

/** The pod of an ordinal, of the new template and ready unless said otherwise. */
function member(ordinal: number, options: PodOptions = {}): Pod {
  return pod(`db-${ordinal}`, { ready: true, labels: { 'controller-revision-hash': 'new' }, ...options })
}

function old(ordinal: number, options: PodOptions = {}): Pod {
  return member(ordinal, { labels: { 'controller-revision-hash': 'old' }, ...options })
}

function facts(set: WithSpec<StatefulSet>, pods: readonly Pod[], currentHash = 'new'): StatefulFacts {
  return { set, pods, currentHash, updateHash: 'new', nowMs }
}

function shown({ create, remove }: StatefulPlan): unknown {
  return [...create.map(({ ordinal, hash }) => `+${ordinal} ${hash}`), ...namesOf(remove).map((name) => `-${name}`)]
}

const parallel = { podManagementPolicy: 'Parallel' }

describe('the next step of a stateful set', () => {
  it.each<[what: string, spec: Parameters<typeof statefulSet>[0], pods: readonly Pod[], expected: readonly string[]]>([
    ['creates the first pod', {}, [], ['+0 new']],
    ['creates the next pod when the one before is ready', {}, [member(0)], ['+1 new']],
    ['waits for a pod that is not ready', {}, [member(0, { ready: false })], []],
    ['waits for a pod that terminates', {}, [member(0, { terminating: true })], []],
    ['creates a missing pod before later ones', {}, [member(0), member(2)], ['+1 new']],
    ['removes a failed pod', {}, [member(0, { phase: 'Failed' }), member(1)], ['-db-0']],
    ['removes a succeeded pod', {}, [member(0, { phase: 'Succeeded' })], ['-db-0']],
    ['waits for the end of a failed pod', {}, [member(0, { phase: 'Failed', terminating: true })], []],
    ['waits for minReadySeconds', { minReadySeconds: 60 }, [member(0, { readySince: secondsAgo(5) })], []],
    ['goes on after minReadySeconds', { minReadySeconds: 5 }, [member(0, { readySince: secondsAgo(5) })], ['+1 new']],
    ['is none when all pods are ready', {}, [member(0), member(1), member(2)], []],
    ['removes the last pod first', { replicas: 1 }, [member(0), member(1), member(2)], ['-db-2']],
    [
      'waits for the end of the last pod',
      { replicas: 1 },
      [member(0), member(1), member(2, { terminating: true })],
      [],
    ],
    [
      'removes none while one within the range is not ready',
      { replicas: 1 },
      [member(0, { ready: false }), member(1)],
      [],
    ],
    ['begins at the start ordinal', { ordinals: { start: 5 } }, [], ['+5 new']],
    [
      'removes pods before the start ordinal',
      { replicas: 1, ordinals: { start: 2 } },
      [member(0), member(2)],
      ['-db-0'],
    ],
    ['has one pod without replicas', { ...statefulSet().spec, replicas: 1 }, [member(0)], []],
  ])('%s', (_, spec, pods, expected) => {
    expect(shown(planStatefulPods(facts(statefulSet(spec), pods)))).toEqual(expected)
  })

  it.each<[what: string, spec: Parameters<typeof statefulSet>[0], pods: readonly Pod[], expected: readonly string[]]>([
    ['creates all missing pods', {}, [member(1, { ready: false })], ['+0 new', '+2 new']],
    ['removes all pods beyond the range', { replicas: 1 }, [member(0), member(1), member(2)], ['-db-2', '-db-1']],
    [
      'replaces finished pods, creates and removes others',
      { replicas: 2 },
      [member(0, { phase: 'Failed' }), member(5)],
      ['+1 new', '-db-0', '-db-5'],
    ],
    ['leaves terminating pods alone', { replicas: 1 }, [member(0), member(1, { terminating: true })], []],
    ['does not wait for readiness', {}, [member(0, { ready: false }), member(1, { ready: false })], ['+2 new']],
  ])('in parallel %s', (_, spec, pods, expected) => {
    expect(shown(planStatefulPods(facts(statefulSet({ ...parallel, ...spec }), pods)))).toEqual(expected)
  })
})

describe('the update of a stateful set', () => {
  const update = (spec: Parameters<typeof statefulSet>[0], ...pods: readonly Pod[]): unknown =>
    shown(planStatefulPods(facts(statefulSet(spec), pods, 'old')))
  const partition = (ordinal: number): object => ({
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: ordinal } },
  })

  const unavailable = (maxUnavailable: number | string): object => ({
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable } },
  })

  it.each<[what: string, spec: object, pods: readonly Pod[], expected: readonly string[]]>([
    ['begins with the last pod', {}, [old(0), old(1), old(2)], ['-db-2']],
    ['goes on when the pod after is ready', {}, [old(0), old(1), member(2)], ['-db-1']],
    ['waits for the pod after', parallel, [old(0), old(1), member(2, { ready: false })], []],
    ['waits for a pod that it removes', parallel, [old(0), old(1), old(2, { terminating: true })], []],
    ['updates as many pods as may be unavailable', unavailable(2), [old(0), old(1), old(2)], ['-db-2', '-db-1']],
    ['rounds a percentage of unavailable pods up', unavailable('34%'), [old(0), old(1), old(2)], ['-db-2', '-db-1']],
    [
      'counts pods that are not available already',
      { ...parallel, ...unavailable(2) },
      [old(0), old(1), member(2, { ready: false })],
      ['-db-1'],
    ],
    [
      'replaces old pods that are not available besides',
      { ...parallel, ...unavailable(2) },
      [old(0), old(1), old(2, { ready: false })],
      ['-db-2', '-db-1'],
    ],
    ['creates the removed pod of the new template', {}, [old(0), old(1)], ['+2 new']],
    ['stops at the partition', partition(2), [old(0), old(1), member(2)], []],
    ['updates pods from the partition on', partition(1), [old(0), old(1), member(2)], ['-db-1']],
    ['does nothing with a partition beyond the range', partition(9), [old(0), old(1), old(2)], []],
    ['does nothing with OnDelete', { updateStrategy: { type: 'OnDelete' } }, [old(0), old(1), old(2)], []],
    ['keeps the old template below the partition', partition(2), [old(0), member(2)], ['+1 old']],
    ['creates pods of the new template from the partition on', partition(2), [old(0), old(1)], ['+2 new']],
    [
      'gives pods deleted with OnDelete the new template',
      { updateStrategy: { type: 'OnDelete' } },
      [old(0), old(1)],
      ['+2 new'],
    ],
    [
      'gives the first pod deleted with OnDelete the new template too',
      { updateStrategy: { type: 'OnDelete' } },
      [old(1), old(2)],
      ['+0 new'],
    ],
    ['keeps the old template of a pod without a partition', {}, [old(0), old(2)], ['+1 old']],
    [
      'counts the partition from the start ordinal',
      { ...partition(1), ordinals: { start: 5 } },
      [old(5), old(6), member(7)],
      ['-db-6'],
    ],
    [
      'stops at a partition that counts from the start ordinal',
      { ...partition(1), ordinals: { start: 5 } },
      [old(5), member(6), member(7)],
      [],
    ],
    [
      'keeps the old template before such a partition',
      { ...partition(1), ordinals: { start: 5 } },
      [member(6), member(7)],
      ['+5 old'],
    ],
    [
      'in parallel creates pods from the start ordinal',
      { ...parallel, ordinals: { start: 5 } },
      [],
      ['+5 new', '+6 new', '+7 new'],
    ],
  ])('%s', (_, spec, pods, expected) => {
    expect(update(spec, ...pods)).toEqual(expected)
  })
})

describe('the ordinals of a stateful set', () => {
  it.each<[name: string, expected: number]>([
    ['db-0', 0],
    ['db-12', 12],
    ['db-01', 1],
    ['db', -1],
    ['db-', -1],
    ['db-x', -1],
    ['db-1-2', -1],
    ['other-1', -1],
    ['db-9999999999', -1],
  ])('of pod %s is %i', (name, expected) => {
    expect(ordinalOf(pod(name), statefulSet())).toBe(expected)
  })

  it('begin at 0 or at the start, and number one without replicas', () => {
    expect(ordinalRange(statefulSet())).toEqual({ start: 0, end: 3 })
    expect(ordinalRange(statefulSet({ ordinals: { start: 4 } }))).toEqual({ start: 4, end: 7 })
    expect(ordinalRange({ metadata: {} })).toEqual({ start: 0, end: 1 })
    expect([2, 3].map((ordinal) => isInRange(ordinal, statefulSet()))).toEqual([true, false])
  })
})

describe('the pod of a stateful set', () => {
  const claim = { metadata: { name: 'data', labels: { tier: 'db' }, annotations: { a: 'b' } }, spec: {} }
  const identity = { ordinal: 2, hash: 'h', vocabulary }

  it('has its name, host name, subdomain and labels', () => {
    const { metadata, spec } = statefulPod(statefulSet(), templateOf(1), identity)
    expect(metadata).toEqual({
      name: 'db-2',
      labels: {
        app: 'web',
        'controller-revision-hash': 'h',
        'statefulset.kubernetes.io/pod-name': 'db-2',
        'apps.kubernetes.io/pod-index': '2',
      },
      ownerReferences: [controllerRef({ apiVersion: 'apps/v1', kind: 'StatefulSet' }, statefulSet())],
    })
    expect(spec).toMatchObject({ hostname: 'db-2', subdomain: 'db' })
    expect('volumes' in spec).toBe(false)
  })

  it('has the volumes of its claims, before and instead of those of the template', () => {
    const template = {
      metadata: { annotations: { a: 'b' }, finalizers: ['x/y'] },
      spec: {
        containers: [],
        volumes: [
          { name: 'data', emptyDir: {} },
          { name: 'tmp', emptyDir: {} },
        ],
      },
    }
    const { metadata, spec } = statefulPod(statefulSet({ volumeClaimTemplates: [claim] }), template, identity)
    expect(spec.volumes).toEqual([
      { name: 'data', persistentVolumeClaim: { claimName: 'data-db-2', readOnly: false } },
      { name: 'tmp', emptyDir: {} },
    ])
    expect(metadata).toMatchObject({ annotations: { a: 'b' }, finalizers: ['x/y'] })
  })

  it('has no subdomain without a service', () => {
    expect('subdomain' in statefulPod(statefulSet({ serviceName: '' }), templateOf(1), identity).spec).toBe(false)
  })

  it('has claims with the labels of claim template and selector', () => {
    expect(volumeClaimsOf(statefulSet({ volumeClaimTemplates: [claim] }), 1)).toEqual([
      { metadata: { name: 'data-db-1', labels: { tier: 'db', app: 'web' }, annotations: { a: 'b' } }, spec: {} },
    ])
    expect(volumeClaimsOf(statefulSet(), 1)).toEqual([])
  })
})

describe('the owners of volume claims', () => {
  const set = (whenDeleted: string, whenScaled: string): WithSpec<StatefulSet> =>
    statefulSet({ persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled } })
  const ofSet = controllerRef({ apiVersion: 'apps/v1', kind: 'StatefulSet' }, statefulSet())
  const ofPod = (ordinal: number): OwnerReference => controllerRef({ apiVersion: 'v1', kind: 'Pod' }, member(ordinal))
  const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'x' }

  it.each<[whenDeleted: string, whenScaled: string, ordinal: number, expected: readonly OwnerReference[]]>([
    ['Retain', 'Retain', 0, []],
    ['Retain', 'Retain', 5, []],
    ['Delete', 'Retain', 0, [ofSet]],
    ['Delete', 'Retain', 5, [ofSet]],
    ['Retain', 'Delete', 0, []],
    ['Retain', 'Delete', 5, [ofPod(5)]],
    ['Delete', 'Delete', 0, [ofSet]],
    ['Delete', 'Delete', 5, [ofPod(5)]],
  ])('with %s when deleted and %s when scaled, of ordinal %i', (whenDeleted, whenScaled, ordinal, expected) => {
    expect(claimOwners(set(whenDeleted, whenScaled), member(ordinal), [])).toEqual(expected)
  })

  it('are replaced, and owners of other kinds stay', () => {
    expect(claimOwners(set('Delete', 'Delete'), member(5), [other, ofSet])).toEqual([other, ofPod(5)])
    expect(claimOwners(set('Delete', 'Delete'), member(0), [ofPod(0), other])).toEqual([other, ofSet])
    expect(claimOwners(statefulSet(), member(0), [ofSet, other])).toEqual([other])
  })
})

function revision(name: string, number: number, hash = name): ControllerRevision {
  const template = { ...templateOf(name), $patch: 'replace' }
  return {
    metadata: { name, uid: `uid-${name}`, labels: { 'controller-revision-hash': hash } },
    revision: number,
    data: { spec: { template } },
  }
}

describe('the status of a stateful set', () => {
  const revisions = { current: revision('db-old', 1), update: revision('db-new', 2) }
  const status = (of: StatefulFacts): ReturnType<typeof statefulSetStatus> => statefulSetStatus(of, revisions)

  it('counts pods by template and readiness', () => {
    const pods = [old(0), old(1, { ready: false }), member(2, { readySince: secondsAgo(5) })]
    expect(status(facts(statefulSet({ minReadySeconds: 30 }), pods, 'old'))).toEqual({
      observedGeneration: 2,
      replicas: 3,
      readyReplicas: 2,
      availableReplicas: 1,
      currentReplicas: 2,
      updatedReplicas: 1,
      currentRevision: 'db-old',
      updateRevision: 'db-new',
      collisionCount: 0,
    })
  })

  it('makes the update revision the current one when all pods are updated and ready', () => {
    const done = facts(statefulSet(), [member(0), member(1), member(2)], 'old')
    expect(status(done)).toMatchObject({ currentRevision: 'db-new', currentReplicas: 3 })
    const unready = facts(statefulSet(), [member(0), member(1), member(2, { ready: false })], 'old')
    expect(status(unready)).toMatchObject({ currentRevision: 'db-old', currentReplicas: 0 })
  })

  it('never does that with OnDelete or a pod too many', () => {
    const pods = [member(0), member(1), member(2)]
    const onDelete = facts(statefulSet({ updateStrategy: { type: 'OnDelete' } }), pods, 'old')
    expect(status(onDelete).currentRevision).toBe('db-old')
    expect(status(facts(statefulSet(), [...pods, member(3)], 'old')).currentRevision).toBe('db-old')
  })

  it('does not count terminating pods as updated', () => {
    const pods = [member(0), member(1), member(2, { terminating: true })]
    expect(status(facts(statefulSet(), pods, 'old')).updatedReplicas).toBe(2)
  })

  it('keeps collision count and conditions', () => {
    const stored = { replicas: 0, collisionCount: 3, conditions: [{ type: 'X', status: 'True' }] }
    expect(status(facts(statefulSet({}, stored), []))).toMatchObject({
      collisionCount: 3,
      conditions: stored.conditions,
    })
  })
})

describe('controller revisions', () => {
  it('are found by their template; the next number follows the last', () => {
    const all = [revision('1', 1), revision('2', 5)]
    expect(findRevision(all, templateOf('1'))).toEqual({ same: all[0], nextRevision: 6 })
    expect(findRevision(all, templateOf('3'))).toEqual({ same: undefined, nextRevision: 6 })
    expect(findRevision([], templateOf('1'))).toEqual({ same: undefined, nextRevision: 1 })
  })

  it('are the latest of several with the same template', () => {
    const all = [revision('1', 1), { ...revision('1', 2), metadata: { name: 'again' } }]
    expect(findRevision(all, templateOf('1')).same?.metadata.name).toBe('again')
  })

  it('hold the template and the hash', () => {
    expect(templateOfRevision(revision('1', 1))).toEqual(templateOf('1'))
    expect(templateOfRevision({ metadata: {}, revision: 1, data: {} })).toEqual({})
    expect([hashOf(revision('1', 1, 'h')), hashOf({ metadata: {} })]).toEqual(['h', ''])
  })

  it.each<[limit: number, inUse: readonly string[], expected: readonly string[]]>([
    [0, [], ['a', 'b', 'c']],
    [1, [], ['a', 'b']],
    [1, ['a'], ['b']],
    [2, ['c'], []],
    [0, ['a', 'b', 'c'], []],
    [10, [], []],
  ])('beyond a history of %i, with pods of %j, are %j', (limit, inUse, expected) => {
    const all = [revision('a', 1), revision('b', 2), revision('c', 3)]
    expect(namesOf(revisionsBeyondHistory(all, new Set(inUse), limit))).toEqual(expected)
  })
})
