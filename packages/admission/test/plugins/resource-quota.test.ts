import type { ApiObject, Mutable } from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { resourceQuota } from '../../src/plugins/resource-quota/resource-quota.ts'
import { judgeOf, type Judge, type Stored } from '../support/judge.ts'

const quotas = { group: '', resource: 'resourcequotas' }
const quota = (hard: object, over: object = {}, name = 'q'): Stored => ({
  ...quotas,
  object: { metadata: { name, namespace: 'default' }, spec: { hard, ...over } } as ApiObject,
})
const used = (stored: Stored, amounts: object): Stored => ({
  ...stored,
  object: { ...stored.object, status: { used: amounts } } as ApiObject,
})
const usedNow = async ({ objects }: Judge, name = 'q'): Promise<unknown> =>
  (await objects.get<ResourceQuota>(quotas, 'default', name))?.status?.used

const of = (
  resource: string,
  object: object,
  over: Partial<AdmissionAttributes> = {},
): Partial<AdmissionAttributes> => ({
  resource: { group: '', version: 'v1', resource },
  object: { metadata: { name: 'a', namespace: 'default', resourceVersion: '1' }, ...object } as Mutable<ApiObject>,
  ...over,
})
const pod = (requests: object = {}, limits: object = {}, over: object = {}): Partial<AdmissionAttributes> =>
  of('pods', { spec: { containers: [{ name: 'main', resources: { requests, limits } }], ...over } })
const claim = (storage: string, over: Partial<AdmissionAttributes> = {}): Partial<AdmissionAttributes> =>
  of('persistentvolumeclaims', { spec: { storageClassName: 'gold', resources: { requests: { storage } } } }, over)
const update = (
  next: Partial<AdmissionAttributes>,
  live: Partial<AdmissionAttributes>,
): Partial<AdmissionAttributes> => ({
  ...next,
  operation: 'UPDATE',
  oldObject: live.object,
})

describe('ResourceQuota', () => {
  it.each<[string, readonly Stored[], Partial<AdmissionAttributes>]>([
    ['no quota is there', [], pod()],
    ['no quota counts it', [quota({ secrets: '0' })], pod()],
    ['it is in another namespace', [quota({ pods: '0' })], { ...pod(), namespace: 'other' }],
    ['it belongs to the cluster', [quota({ 'count/nodes': '0' })], of('nodes', {}, { namespace: '' })],
    ['it is a namespace', [quota({ 'count/namespaces': '0' })], of('namespaces', {})],
    ['it is an event', [quota({ 'count/events': '0' })], of('events', {})],
    ['it is the subresource of something', [quota({ pods: '0' })], { ...pod(), subresource: 'binding' }],
    [
      'it is an update that counts nothing',
      [quota({ configmaps: '0' })],
      { ...of('configmaps', {}), operation: 'UPDATE' },
    ],
    ['it is out of scope', [quota({ pods: '0' }, { scopes: ['Terminating'] })], pod()],
  ])('allows writes without usage: %s', async (_what, stored, request) => {
    const judge = await judgeOf(resourceQuota, { stored })
    expect((await judge.judge(request)).refusal).toBeUndefined()
    expect(await usedNow(judge)).toBeUndefined()
  })

  it('updates the usage of all limited resources', async () => {
    const hard = { pods: '2', 'requests.cpu': '2', 'count/configmaps': '5' }
    const map = { group: '', resource: 'configmaps', object: { metadata: { name: 'c', namespace: 'default' } } }
    const judge = await judgeOf(resourceQuota, { stored: [quota(hard), map] })
    expect((await judge.judge(pod({ cpu: '500m' }))).refusal).toBeUndefined()
    expect(await judge.objects.get(quotas, 'default', 'q')).toMatchObject({
      status: { hard, used: { pods: '1', 'requests.cpu': '500m', 'count/configmaps': '1' } },
    })
  })

  it('uses the usage in the status, and counts the rest', async () => {
    const judge = await judgeOf(resourceQuota, { stored: [used(quota({ pods: '9', configmaps: '9' }), { pods: '4' })] })
    await judge.judge(pod())
    expect(await usedNow(judge)).toEqual({ pods: '5', configmaps: '0' })
  })

  const full = used(quota({ pods: '1', 'requests.cpu': '1', 'limits.cpu': '3' }), {
    pods: '1',
    'requests.cpu': '600m',
    'limits.cpu': '0',
  })
  it.each<[string, readonly Stored[], Partial<AdmissionAttributes>, string]>([
    [
      'more than is left, and says of what',
      [full],
      pod({ cpu: '500m' }, { cpu: '1' }),
      'pods "a" is forbidden: exceeded quota: q, requested: pods=1,requests.cpu=500m, used: pods=1,requests.cpu=600m, limited: pods=1,requests.cpu=1',
    ],
    [
      'more than anything',
      [quota({ configmaps: '0' })],
      of('configmaps', {}),
      'configmaps "a" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=0, limited: configmaps=0',
    ],
    [
      'an object of the host’s own',
      [used(quota({ 'count/widgets.example.com': '3' }), { 'count/widgets.example.com': '3' })],
      { ...of('widgets', {}), resource: { group: 'example.com', version: 'v1', resource: 'widgets' } },
      'widgets.example.com "a" is forbidden: exceeded quota: q, requested: count/widgets.example.com=1, used: count/widgets.example.com=3, limited: count/widgets.example.com=3',
    ],
    [
      'storage of one class',
      [quota({ 'gold.storageclass.storage.k8s.io/requests.storage': '1Gi' })],
      claim('2Gi'),
      'persistentvolumeclaims "a" is forbidden: exceeded quota: q, requested: gold.storageclass.storage.k8s.io/requests.storage=2Gi, used: gold.storageclass.storage.k8s.io/requests.storage=0, limited: gold.storageclass.storage.k8s.io/requests.storage=1Gi',
    ],
    [
      'a load balancer too many',
      [quota({ 'services.loadbalancers': '0', 'services.nodeports': '9' })],
      of('services', { spec: { type: 'LoadBalancer', ports: [{ port: 1 }] } }),
      'services "a" is forbidden: exceeded quota: q, requested: services.loadbalancers=1, used: services.loadbalancers=0, limited: services.loadbalancers=0',
    ],
    [
      'devices',
      [quota({ 'requests.example.com/gpu': '1' })],
      pod({ 'example.com/gpu': '2' }, { 'example.com/gpu': '2' }),
      'pods "a" is forbidden: exceeded quota: q, requested: requests.example.com/gpu=2, used: requests.example.com/gpu=0, limited: requests.example.com/gpu=1',
    ],
    [
      'a pod that does not say what is limited',
      [quota({ 'limits.memory': '1Gi', cpu: '1' })],
      pod(),
      'pods "a" is forbidden: failed quota: q: must specify cpu for: main; limits.memory for: main',
    ],
    [
      'what takes negative amounts',
      [quota({ 'requests.example.com/gpu': '1' })],
      pod({ 'example.com/gpu': '-1' }),
      'pods "a" is forbidden: quota usage is negative for resource(s): requests.example.com/gpu',
    ],
    [
      'a pod of a priority that has no quota left',
      [
        quota(
          { pods: '0' },
          { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] } },
        ),
      ],
      pod({}, {}, { priorityClassName: 'high' }),
      'pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0',
    ],
  ])('refuses %s', async (_what, stored, request, message) => {
    const judge = await judgeOf(resourceQuota, { stored })
    expect((await judge.judge(request)).refusal).toMatchObject({ reason: 'Forbidden', message })
    expect((await judge.judge({ ...request, dryRun: true })).refusal).toMatchObject({ message })
  })

  it('charges no quota if one of several is exceeded', async () => {
    const stored = [quota({ pods: '5' }, {}, 'wide'), quota({ pods: '0' }, {}, 'tight')]
    const judge = await judgeOf(resourceQuota, { stored })
    expect((await judge.judge(pod())).refusal.message).toContain('exceeded quota: tight')
    expect(await usedNow(judge, 'wide')).toBeUndefined()
  })

  it('charges every quota that counts it', async () => {
    const stored = [quota({ pods: '5' }, {}, 'all'), quota({ pods: '5' }, { scopes: ['BestEffort'] }, 'best')]
    const judge = await judgeOf(resourceQuota, { stored })
    await judge.judge(pod())
    await judge.judge(pod({ cpu: '1' }))
    expect([await usedNow(judge, 'all'), await usedNow(judge, 'best')]).toEqual([{ pods: '2' }, { pods: '1' }])
  })

  it('charges nothing on a dry run', async () => {
    const judge = await judgeOf(resourceQuota, { stored: [quota({ pods: '1' })] })
    expect((await judge.judge({ ...pod(), dryRun: true })).refusal).toBeUndefined()
    expect(await usedNow(judge)).toBeUndefined()
  })

  it('never exceeds a quota with concurrent writes', async () => {
    const judge = await judgeOf(resourceQuota, { stored: [quota({ pods: '3' })] })
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => judge.judge(pod())))
    expect(verdicts.filter(({ refusal }) => refusal === undefined)).toHaveLength(3)
    expect(await usedNow(judge)).toEqual({ pods: '3' })
  })

  describe('of an update', () => {
    const hard = { 'requests.storage': '10Gi', persistentvolumeclaims: '1' }
    const before = { 'requests.storage': '4Gi', persistentvolumeclaims: '1' }

    it.each([
      ['charges what is more', '6Gi', '6Gi'],
      ['gives nothing back', '1Gi', '4Gi'],
      ['charges nothing for the same', '4Gi', '4Gi'],
    ])('%s', async (_what, storage, after) => {
      const judge = await judgeOf(resourceQuota, { stored: [used(quota(hard), before)] })
      expect((await judge.judge(update(claim(storage), claim('4Gi')))).refusal).toBeUndefined()
      expect(await usedNow(judge)).toEqual({ ...before, 'requests.storage': after })
    })

    it('refuses a limit to request ratio above the maximum', async () => {
      const judge = await judgeOf(resourceQuota, { stored: [used(quota(hard), before)] })
      expect((await judge.judge(update(claim('11Gi'), claim('4Gi')))).refusal.message).toBe(
        'persistentvolumeclaims "a" is forbidden: exceeded quota: q, requested: requests.storage=7Gi, used: requests.storage=4Gi, limited: requests.storage=10Gi',
      )
    })

    it('charges an object in full that the quota did not count before', async () => {
      const terminating = quota({ pods: '5' }, { scopes: ['Terminating'] })
      const judge = await judgeOf(resourceQuota, { stored: [used(terminating, { pods: '0' })] })
      const next = { ...pod({}, {}, { activeDeadlineSeconds: 5 }), subresource: 'resize' }
      expect((await judge.judge(update(next, pod()))).refusal).toBeUndefined()
      expect(await usedNow(judge)).toEqual({ pods: '1' })
    })

    it('charges a status update that reports more capacity, even beyond the limit', async () => {
      const judge = await judgeOf(resourceQuota, { stored: [used(quota(hard), before)] })
      const grown = of('persistentvolumeclaims', {
        spec: { resources: { requests: { storage: '4Gi' } } },
        status: { allocatedResources: { storage: '11Gi' } },
      })
      expect((await judge.judge({ ...update(grown, claim('4Gi')), subresource: 'status' })).refusal).toBeUndefined()
      expect(await usedNow(judge)).toEqual({ ...before, 'requests.storage': '11Gi' })
    })
  })

  it('fails with a timeout, and charges nothing, if a write has waited too long for the lock', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => void (release = resolve))
    const other = await judgeOf(resourceQuota, { stored: [used(quota({ pods: '5' }), { pods: '0' })] })
    const { objects } = other
    const judge = await judgeOf(resourceQuota, {
      objects: {
        ...objects,
        async updateStatus(...target) {
          await held
          return objects.updateStatus(...target)
        },
      },
    })
    const first = judge.judge(pod())
    const second = judge.judge(pod())
    await judge.clock.advance(10_001)
    release()
    expect((await first).refusal).toBeUndefined()
    expect((await second).refusal).toMatchObject({
      reason: 'InternalError',
      message: 'Internal error occurred: resource quota evaluation timed out',
    })
    expect(await usedNow(other)).toEqual({ pods: '1' })
  })

  it('does not count a pod whose deletion is overdue', async () => {
    const { objects } = await judgeOf(resourceQuota, { stored: [quota({ pods: '0' })] })
    const judge = await judgeOf(resourceQuota, { objects: { ...objects, get: () => undefined } })
    expect((await judge.judge(pod())).refusal).toBeUndefined()
  })
})

describe('resources that are limited by default', () => {
  const configuration = (limited: object): object => ({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'ResourceQuotaConfiguration',
    limitedResources: [limited],
  })
  const storage = configuration({
    resource: 'persistentvolumeclaims',
    matchContains: ['.storageclass.storage.k8s.io/requests.storage'],
  })
  const matchScopes = [{ scopeName: 'PriorityClass', operator: 'In', values: ['critical', 'urgent'] }]
  const priority = configuration({ resource: 'pods', matchScopes })
  const critical = pod({}, {}, { priorityClassName: 'critical' })

  it.each<[string, object, readonly Stored[], Partial<AdmissionAttributes>, string]>([
    [
      'whose name no quota limits',
      storage,
      [quota({ 'requests.storage': '9Gi' })],
      claim('1Gi'),
      'persistentvolumeclaims "a" is forbidden: insufficient quota to consume: gold.storageclass.storage.k8s.io/requests.storage',
    ],
    [
      'whose scope no quota has',
      priority,
      [quota({ pods: '9' })],
      critical,
      'pods "a" is forbidden: insufficient quota to match these scopes: [{PriorityClass In [critical urgent]}]',
    ],
  ])('are refused %s', async (_what, given, stored, request, message) => {
    const { judge } = await judgeOf(resourceQuota, { stored, configuration: given })
    expect((await judge(request)).refusal).toMatchObject({ reason: 'Forbidden', message })
  })

  it.each<[string, object, readonly Stored[], Partial<AdmissionAttributes>]>([
    ['limits the name', storage, [quota({ 'gold.storageclass.storage.k8s.io/requests.storage': '9Gi' })], claim('1Gi')],
    ['has the scope', priority, [quota({ pods: '9' }, { scopeSelector: { matchExpressions: matchScopes } })], critical],
    ['is not needed', priority, [], pod()],
  ])('are allowed if a quota %s', async (_what, given, stored, request) => {
    const { judge } = await judgeOf(resourceQuota, { stored, configuration: given })
    expect((await judge(request)).refusal).toBeUndefined()
  })

  it.each<[string, unknown, string]>([
    [
      'another kind',
      { apiVersion: 'v1', kind: 'X' },
      'ResourceQuota: the configuration must be a ResourceQuotaConfiguration of apiserver.config.k8s.io/v1 or Configuration of resourcequota.admission.k8s.io/v1beta1 or Configuration of resourcequota.admission.k8s.io/v1alpha1, not "X" of "v1"',
    ],
    ['another field', { ...storage, more: 1 }, 'ResourceQuota: unknown field "more"'],
    ['no resource', configuration({}), 'ResourceQuota: limitedResources[0].resource: Required value'],
    [
      'another field of one',
      configuration({ resource: 'pods', x: 1 }),
      'ResourceQuota: limitedResources[0]: unknown field "x"',
    ],
    [
      'no such operator',
      configuration({ resource: 'pods', matchScopes: [{ scopeName: 'PriorityClass', operator: 'Is' }] }),
      'ResourceQuota: limitedResources[0].matchScopes[0].operator must be one of In, NotIn, Exists, DoesNotExist, not "Is"',
    ],
  ])('are not configured with %s', async (_what, given, message) => {
    await expect(judgeOf(resourceQuota, { configuration: given })).rejects.toThrow(new TypeError(message))
  })
})
