import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { clusterTrustBundleAttest } from '../../src/plugins/cluster-trust-bundle-attest.ts'
import { podGroupProtection } from '../../src/plugins/pod-group-protection.ts'
import { podGroupWorkloadExists } from '../../src/plugins/pod-group-workload-exists.ts'
import { judgeOf } from '../support/judge.ts'

describe('ClusterTrustBundleAttest', () => {
  const bundle = (signerName: string, labels: object = {}, finalizers: readonly string[] = []): Mutable<ApiObject> =>
    ({
      metadata: { name: 'b', labels, finalizers },
      spec: { signerName, trustBundle: 'x' },
    }) as unknown as Mutable<ApiObject>
  const asked = (over: Partial<AdmissionAttributes>): Partial<AdmissionAttributes> => ({
    operation: 'CREATE',
    resource: { group: 'certificates.k8s.io', version: 'v1beta1', resource: 'clustertrustbundles' },
    name: 'b',
    namespace: '',
    object: bundle('example.com/one'),
    ...over,
  })
  const message =
    'clustertrustbundles.certificates.k8s.io "b" is forbidden: user not permitted to attest for signerName "example.com/one"'

  it.each(['example.com/one', 'example.com/*'])('lets those attest who may for %s', async (allowed) => {
    const { judge } = await judgeOf(clusterTrustBundleAttest, {
      allows: ({ verb, name, resource }) => verb === 'attest' && resource === 'signers' && name === allowed,
    })
    expect((await judge(asked({}))).refusal).toBeUndefined()
  })

  it('refuses others, and asks no authorizer about bundles without a signer', async () => {
    const { judge } = await judgeOf(clusterTrustBundleAttest, { allows: ({ verb }) => verb !== 'attest' })
    expect((await judge(asked({}))).refusal).toMatchObject({ reason: 'Forbidden', message })
    expect((await judge(asked({ object: bundle('') }))).refusal).toBeUndefined()
  })

  it('allows updates that change finalizers only', async () => {
    const { judge } = await judgeOf(clusterTrustBundleAttest, { allows: () => false })
    const update = { operation: 'UPDATE', oldObject: bundle('example.com/one') } as const
    expect(
      (await judge(asked({ ...update, object: bundle('example.com/one', {}, ['a.b/c']) }))).refusal,
    ).toBeUndefined()
    expect((await judge(asked({ ...update, object: bundle('example.com/one', { a: 'b' }) }))).refusal).toMatchObject({
      message,
    })
  })
})

describe('PodGroupProtection', () => {
  it.each<[finalizers: readonly string[] | undefined, expected: readonly string[]]>([
    [undefined, ['scheduling.k8s.io/podgroup-protection']],
    [['a.b/c'], ['a.b/c', 'scheduling.k8s.io/podgroup-protection']],
    [['scheduling.k8s.io/podgroup-protection'], ['scheduling.k8s.io/podgroup-protection']],
  ])('adds its finalizer to %j', async (finalizers, expected) => {
    const { judge } = await judgeOf(podGroupProtection, {})
    const object = { metadata: { name: 'g', ...(finalizers && { finalizers }) } } as Mutable<ApiObject>
    const judged = await judge({
      operation: 'CREATE',
      resource: { group: 'scheduling.k8s.io', version: 'v1alpha2', resource: 'podgroups' },
      name: 'g',
      object,
    })
    expect(judged.object.metadata.finalizers).toEqual(expected)
  })
})

describe('PodGroupWorkloadExists', () => {
  const stored = (metadata: object = {}) =>
    [
      {
        group: 'scheduling.k8s.io',
        resource: 'workloads',
        object: {
          metadata: { name: 'w', namespace: 'default', ...metadata },
          spec: { podGroupTemplates: [{ name: 'a', schedulingPolicy: { basic: {} } }] },
        } as ApiObject,
      },
    ] as const
  const asked = (workload: object | undefined): Partial<AdmissionAttributes> => ({
    operation: 'CREATE',
    resource: { group: 'scheduling.k8s.io', version: 'v1alpha2', resource: 'podgroups' },
    namespace: 'default',
    name: 'g',
    object: {
      metadata: { name: 'g' },
      spec: { ...(workload && { podGroupTemplateRef: { workload } }), schedulingPolicy: { basic: {} } },
    } as unknown as Mutable<ApiObject>,
  })
  const refused = 'podgroups.scheduling.k8s.io "g" is forbidden: PodGroup rejected: '

  it.each([
    [undefined, {}, undefined],
    [{ workloadName: 'w', podGroupTemplateName: 'a' }, {}, undefined],
    [{ workloadName: 'none', podGroupTemplateName: 'a' }, {}, 'Workload "none" not found'],
    [{ workloadName: 'w', podGroupTemplateName: 'b' }, {}, 'PodGroupTemplate "b" not found in Workload "w"'],
    [
      { workloadName: 'w', podGroupTemplateName: 'a' },
      { deletionTimestamp: '2026-01-02T03:04:05Z' },
      'Workload "w" is being deleted',
    ],
  ])('answers a group of %j', async (workload, metadata, detail) => {
    const { judge } = await judgeOf(podGroupWorkloadExists, { stored: stored(metadata) })
    const { refusal } = await judge(asked(workload))
    expect(refusal?.message).toBe(detail === undefined ? undefined : `${refused}${detail}`)
  })
})
