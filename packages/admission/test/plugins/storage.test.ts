import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { defaultStorageClass } from '../../src/plugins/default-storage-class.ts'
import { persistentVolumeClaimResize } from '../../src/plugins/persistent-volume-claim-resize.ts'
import { storageObjectInUseProtection } from '../../src/plugins/storage-object-in-use-protection.ts'
import { judgeOf, type Stored } from '../support/judge.ts'

const of = (resource: string, object: object, group = ''): Partial<AdmissionAttributes> => ({
  resource: { group, version: 'v1', resource },
  object: object as Mutable<ApiObject>,
})
const storageClass = (name: string, over: object = {}): Stored => ({
  group: 'storage.k8s.io',
  resource: 'storageclasses',
  object: { metadata: { name }, provisioner: 'p', ...over } as ApiObject,
})

describe('StorageObjectInUseProtection', () => {
  it.each([
    ['persistentvolumeclaims', '', 'kubernetes.io/pvc-protection'],
    ['persistentvolumes', '', 'kubernetes.io/pv-protection'],
    ['volumeattributesclasses', 'storage.k8s.io', 'kubernetes.io/vac-protection'],
  ])('adds the finalizer of %s once, after others', async (resource, group, finalizer) => {
    const { judge } = await judgeOf(storageObjectInUseProtection)
    const finalizers = async (metadata: object): Promise<unknown> =>
      (await judge(of(resource, { metadata }, group))).object.metadata.finalizers
    expect(await finalizers({ name: 'a' })).toEqual([finalizer])
    expect(await finalizers({ name: 'a', finalizers: ['x/y'] })).toEqual(['x/y', finalizer])
    expect(await finalizers({ name: 'a', finalizers: [finalizer, 'x/y'] })).toEqual([finalizer, 'x/y'])
  })

  it('does not change other resources, updates and subresources', async () => {
    const { judge } = await judgeOf(storageObjectInUseProtection)
    const claim = of('persistentvolumeclaims', { metadata: { name: 'a' } })
    expect((await judge(of('configmaps', { metadata: { name: 'a' } }))).object.metadata).toEqual({ name: 'a' })
    expect((await judge({ ...claim, operation: 'UPDATE' })).object.metadata).toEqual({ name: 'a' })
    expect((await judge({ ...claim, subresource: 'status' })).object.metadata).toEqual({ name: 'a' })
  })
})

describe('DefaultStorageClass', () => {
  const mark = 'storageclass.kubernetes.io/is-default-class'
  const marked = (key: string, value = 'true'): object => ({
    metadata: { name: 'gold', annotations: { [key]: value } },
  })
  const gold = storageClass('gold', marked(mark))

  it.each([
    ['the default one', [storageClass('lead'), gold], {}, 'gold'],
    [
      'the default one by its old mark',
      [storageClass('gold', marked('storageclass.beta.kubernetes.io/is-default-class'))],
      {},
      'gold',
    ],
    ['none where none is the default', [storageClass('gold', marked(mark, 'false'))], {}, undefined],
    ['the one it asks for', [gold], { spec: { storageClassName: 'lead' } }, 'lead'],
    ['none where it asks for none', [gold], { spec: { storageClassName: '' } }, ''],
    [
      'the one of its old annotation',
      [gold],
      { metadata: { name: 'a', annotations: { 'volume.beta.kubernetes.io/storage-class': '' } } },
      undefined,
    ],
  ])('gives a claim %s', async (_what, stored, over, expected) => {
    const { judge } = await judgeOf(defaultStorageClass, { stored })
    const verdict = await judge(of('persistentvolumeclaims', { metadata: { name: 'a' }, spec: {}, ...over }))
    expect(verdict.refusal).toBeUndefined()
    expect(verdict.object.spec.storageClassName).toBe(expected)
  })

  it('gives a claim the newest of two default classes', async () => {
    const metadata = { name: 'lead', annotations: { [mark]: 'true' }, creationTimestamp: '2026-01-01T00:00:00Z' }
    const { judge } = await judgeOf(defaultStorageClass, { stored: [gold, storageClass('lead', { metadata })] })
    const claim = of('persistentvolumeclaims', { metadata: { name: 'a' }, spec: {} })
    expect((await judge(claim)).object.spec.storageClassName).toBe('lead')
    const chosen = of('persistentvolumeclaims', { metadata: { name: 'a' }, spec: { storageClassName: 'gold' } })
    expect((await judge(chosen)).refusal).toBeUndefined()
  })
})

describe('PersistentVolumeClaimResize', () => {
  const claim = (storage: string, over: object = {}): Mutable<ApiObject> =>
    ({
      metadata: { name: 'a' },
      spec: { storageClassName: 'gold', resources: { requests: { storage } } },
      status: { phase: 'Bound' },
      ...over,
    }) as Mutable<ApiObject>
  const update = (live: ApiObject, next: Mutable<ApiObject>): Partial<AdmissionAttributes> => ({
    ...of('persistentvolumeclaims', next),
    operation: 'UPDATE',
    oldObject: live,
  })
  const stored = [
    storageClass('gold', { allowVolumeExpansion: true }),
    storageClass('lead', { allowVolumeExpansion: false }),
  ]
  const lead = { spec: { storageClassName: 'lead', resources: { requests: { storage: '2Gi' } } } }
  const unbound = { status: { phase: 'Pending' } }

  it.each([
    ['grows, in a class that allows it', claim('1Gi'), claim('2Gi')],
    ['shrinks', claim('2Gi'), claim('1Gi', unbound)],
    ['says the same in other words', claim('1Gi', unbound), claim('1024Mi', unbound)],
  ])('allows a claim that %s', async (_what, live, next) => {
    const { judge } = await judgeOf(persistentVolumeClaimResize, { stored })
    expect((await judge(update(live, next))).refusal).toBeUndefined()
  })

  const unable =
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
  it.each([
    ['is not bound', claim('1Gi', unbound), claim('2Gi'), 'Only bound persistent volume claims can be expanded'],
    [
      'is of a class that forbids it',
      claim('1Gi', { spec: { storageClassName: 'lead', resources: { requests: { storage: '1Gi' } } } }),
      claim('2Gi', lead),
      unable,
    ],
    ['moves to another class', claim('1Gi'), claim('2Gi', lead), unable],
    [
      'has no class',
      claim('1Gi', { spec: { resources: { requests: { storage: '1Gi' } } } }),
      claim('2Gi', { spec: { resources: { requests: { storage: '2Gi' } } } }),
      unable,
    ],
  ])('refuses growth of a claim that %s', async (_what, live, next, reason) => {
    const { judge } = await judgeOf(persistentVolumeClaimResize, { stored })
    expect((await judge(update(live, next))).refusal.message).toBe(`persistentvolumeclaims "a" is forbidden: ${reason}`)
  })

  it('refuses growth if the class does not exist', async () => {
    const { judge } = await judgeOf(persistentVolumeClaimResize)
    expect((await judge(update(claim('1Gi'), claim('2Gi')))).refusal.message).toBe(
      `persistentvolumeclaims "a" is forbidden: ${unable}`,
    )
  })

  it('ignores status updates', async () => {
    const { judge } = await judgeOf(persistentVolumeClaimResize)
    const status = { ...update(claim('1Gi', unbound), claim('2Gi')), subresource: 'status' }
    expect((await judge(status)).refusal).toBeUndefined()
  })
})
