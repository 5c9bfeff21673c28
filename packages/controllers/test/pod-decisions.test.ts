import { kubernetesVocabulary } from '@pinnace/meta'
import type { Job } from '@pinnace/types/batch-v1'
import type { Node, PersistentVolumeClaim, Pod } from '@pinnace/types/core-v1'
import { describe, expect, it } from 'vitest'
import { expirationOf } from '../src/ttl-after-finished/ttl-after-finished-controller.ts'
import { isOnOutOfServiceNode, isTerminated, isUnscheduled, oldestFirst } from '../src/pod-garbage/removable-pods.ts'
import { uses } from '../src/storage-protection/claim-protection-controller.ts'

const containers = [{ name: 'c', image: 'i' }]
const deletionTimestamp = '2030-01-01T00:00:00Z'
const pod = (overrides: Partial<Pod> = {}): Pod => ({ metadata: { name: 'p' }, spec: { containers }, ...overrides })

describe('a pod', () => {
  it.each([
    ['Pending', false],
    ['Running', false],
    ['Unknown', false],
    ['Succeeded', true],
    ['Failed', true],
  ])('in phase %s has terminated: %s', (phase, terminated) => {
    expect(isTerminated(pod({ status: { phase } }))).toBe(terminated)
  })

  it.each([
    ['is neither deleted nor scheduled', {}, undefined, false],
    ['is deleted and scheduled', { deletionTimestamp }, 'n', false],
    ['is scheduled', {}, 'n', false],
    ['is deleted and was never scheduled', { deletionTimestamp }, undefined, true],
    ['is deleted and has an empty node name', { deletionTimestamp }, '', true],
  ] as const)('that %s', (_, metadata, nodeName, unscheduled) => {
    const spec = { containers, ...(nodeName === undefined ? {} : { nodeName }) }
    expect(isUnscheduled(pod({ metadata, spec }))).toBe(unscheduled)
  })

  const outOfService = [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }]
  const node = (ready: string, taints: readonly { key: string; effect: string }[] = outOfService): Node => ({
    metadata: { name: 'n' },
    spec: { taints },
    status: { conditions: [{ type: 'Ready', status: ready }] },
  })

  it.each([
    ['on a node that is not ready and out of service', { deletionTimestamp }, node('False'), true],
    ['on a node whose readiness is unknown and that is out of service', { deletionTimestamp }, node('Unknown'), true],
    ['on a node that is ready and out of service', { deletionTimestamp }, node('True'), false],
    ['on a node that is not ready', { deletionTimestamp }, node('False', []), false],
    ['on a node that does not exist', { deletionTimestamp }, undefined, false],
    ['that is not deleted', {}, node('False'), false],
    ['on a node without conditions', { deletionTimestamp }, { ...node('False'), status: {} }, true],
  ] as const)('%s', (_, metadata, itsNode, removed) => {
    const deleted = pod({ metadata, spec: { containers, nodeName: 'n' } })
    expect(isOnOutOfServiceNode(deleted, itsNode, kubernetesVocabulary)).toBe(removed)
  })

  it('is deleted before others when it was evicted, when it is older, and by name', () => {
    const at = (name: string, creationTimestamp?: string, reason?: string): Pod => ({
      metadata: { name, ...(creationTimestamp === undefined ? {} : { creationTimestamp }) },
      spec: { containers },
      status: { phase: 'Failed', ...(reason === undefined ? {} : { reason }) },
    })
    const pods = [
      at('young', '2030-01-02T00:00:00Z'),
      at('b', '2030-01-01T00:00:00Z'),
      at('evicted', '2030-01-03T00:00:00Z', 'Evicted'),
      at('a', '2030-01-01T00:00:00Z'),
      at('timeless'),
    ]
    expect(oldestFirst(pods).map(({ metadata }) => metadata.name)).toEqual(['evicted', 'timeless', 'a', 'b', 'young'])
    expect(pods[0]?.metadata.name).toBe('young')
  })
})

describe('a claim', () => {
  const claim: PersistentVolumeClaim = {
    metadata: {
      name: 'p-data',
      namespace: 'team',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1', controller: true }],
    },
  }
  const user = (
    metadata: Pod['metadata'],
    volume: object,
    { nodeName = 'n' }: { readonly nodeName?: string } = {},
  ): Pod => ({
    metadata: { name: 'p', uid: 'u1', ...metadata },
    spec: { containers, nodeName, volumes: [{ name: 'data', ...volume }] },
  })
  const named = { persistentVolumeClaim: { claimName: 'p-data' } }
  const ephemeral = { ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: {} } } } }

  it.each([
    ['by a pod on a node that refers to it', user({}, named), true],
    ['by a pod without a node', user({}, named, { nodeName: '' }), false],
    ['by a pod that refers to another', user({}, { persistentVolumeClaim: { claimName: 'other' } }), false],
    ['by a pod with a volume of another type', user({}, { emptyDir: {} }), false],
    [
      'by a pod that has shut down and refers to it',
      user({ deletionTimestamp, deletionGracePeriodSeconds: 0 }, named),
      true,
    ],
    ['by the pod whose ephemeral volume it is', user({}, ephemeral), true],
    ['by a pod of the same name whose ephemeral volume it is not', user({ uid: 'u2' }, ephemeral), false],
    ['by its pod while that terminates', user({ deletionTimestamp, deletionGracePeriodSeconds: 30 }, ephemeral), true],
    [
      'by its pod after that has shut down',
      user({ deletionTimestamp, deletionGracePeriodSeconds: 0 }, ephemeral),
      false,
    ],
  ] as const)('is used %s', (_, itsUser, used) => {
    expect(uses(itsUser, claim)).toBe(used)
  })

  it('that no controller has created is not that of an ephemeral volume', () => {
    expect(uses(user({}, ephemeral), { metadata: { name: 'p-data', namespace: 'team' } })).toBe(false)
  })
})

describe('a job', () => {
  const finishedAt = '2030-01-01T00:00:00Z'
  const finishedMs = Date.parse(finishedAt)
  const job = (ttlSecondsAfterFinished?: number, conditions: readonly object[] = [], metadata: object = {}): Job =>
    ({
      metadata: { name: 'j', namespace: 'team', ...metadata },
      spec: { template: {}, ...(ttlSecondsAfterFinished === undefined ? {} : { ttlSecondsAfterFinished }) },
      status: { conditions },
    }) as Job
  const condition = (type: string, status = 'True') => ({ type, status, lastTransitionTime: finishedAt })

  it.each([
    ['that is complete expires after its time to live', job(60, [condition('Complete')]), finishedMs + 60_000],
    ['that has failed expires, too', job(60, [condition('Failed')]), finishedMs + 60_000],
    ['without time to live expires at once when that is 0', job(0, [condition('Complete')]), finishedMs],
    ['without a time to live does not expire', job(undefined, [condition('Complete')]), undefined],
    ['that has not finished does not expire', job(60, [condition('Suspended')]), undefined],
    ['that is no longer complete does not expire', job(60, [condition('Complete', 'False')]), undefined],
    ['that is being deleted does not expire', job(60, [condition('Complete')], { deletionTimestamp }), undefined],
  ] as const)('%s', (_, one, expiration) => {
    expect(expirationOf(one)).toBe(expiration)
  })

  it('whose condition has no time is a failure', () => {
    expect(() => expirationOf(job(60, [{ type: 'Complete', status: 'True' }]))).toThrow(
      'unable to find the time when the Job team/j finished',
    )
  })
})
