import {
  AppsV1Api,
  AutoscalingV2Api,
  BatchV1Api,
  CoordinationV1Api,
  CoreV1Api,
  DiscoveryV1Api,
  NetworkingV1Api,
  PatchStrategy,
  PolicyV1Api,
  RbacAuthorizationV1Api,
  SchedulingV1Api,
  StorageV1Api,
  V1MicroTime,
  setHeaderOptions,
  type V1Deployment,
  type V1Pod,
  type V1PodTemplateSpec,
} from '@kubernetes/client-node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from './support/refusal.ts'
import { start, type Started } from './support/start.ts'

const namespace = 'default'
let started: Started
let core: CoreV1Api
let apps: AppsV1Api

beforeAll(async () => {
  started = await start()
  core = started.config.makeApiClient(CoreV1Api)
  apps = started.config.makeApiClient(AppsV1Api)
})
beforeEach(() => started.server.reset())
afterAll(() => started.server.close())

const template: V1PodTemplateSpec = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image: 'example.dev/web:1' }] },
}
const selector = { matchLabels: { app: 'web' } }
const pod: V1Pod = { metadata: { name: 'web', labels: { app: 'web' } }, spec: template.spec! }
const deployment: V1Deployment = { metadata: { name: 'web' }, spec: { selector, template, replicas: 2 } }

describe('the core group', () => {
  it('begins with its own namespaces', async () => {
    const { items } = await core.listNamespace()
    expect(items.map(({ metadata }) => metadata!.name)).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ])
  })

  it('begins with the service of the server', async () => {
    const service = await core.readNamespacedService({ namespace, name: 'kubernetes' })
    expect(service.spec).toMatchObject({ clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443 }] })
  })

  it('makes pods with their defaults, pending', async () => {
    const made = await core.createNamespacedPod({ namespace, body: pod })
    expect(made.spec).toMatchObject({
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      terminationGracePeriodSeconds: 30,
    })
    expect(made.status).toMatchObject({ phase: 'Pending', qosClass: 'BestEffort' })
  })

  it('keeps the status of a pod apart from its spec', async () => {
    await core.createNamespacedPod({ namespace, body: pod })
    const options = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch)
    const body = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }
    const running = await core.patchNamespacedPodStatus({ namespace, name: 'web', body }, options)
    expect(running.status).toMatchObject({ phase: 'Running' })
    const through = await core.patchNamespacedPod(
      { namespace, name: 'web', body: { status: { phase: 'Failed' } } },
      options,
    )
    expect(through.status).toMatchObject({ phase: 'Running' })
  })

  it('binds a pod to a node', async () => {
    await core.createNamespacedPod({ namespace, body: pod })
    const body = { metadata: { name: 'web' }, target: { apiVersion: 'v1', kind: 'Node', name: 'n1' } }
    await core.createNamespacedPodBinding({ namespace, name: 'web', body })
    expect((await core.readNamespacedPod({ namespace, name: 'web' })).spec!.nodeName).toBe('n1')
    const { items } = await core.listNamespacedPod({ namespace, fieldSelector: 'spec.nodeName=n1' })
    expect(items).toHaveLength(1)
  })

  it('keeps the bytes of a secret, and takes plain text for them', async () => {
    const made = await core.createNamespacedSecret({
      namespace,
      body: { metadata: { name: 's' }, stringData: { word: 'open' } },
    })
    expect(made).toMatchObject({ type: 'Opaque', data: { word: Buffer.from('open').toString('base64') } })
    expect(made.stringData).toBeUndefined()
  })

  it('gives a service an address', async () => {
    const body = { metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } }
    const made = await core.createNamespacedService({ namespace, body })
    expect(made.spec!.clusterIP).toMatch(/^10\.(9[6-9]|1[01]\d)\.\d+\.\d+$/)
    expect(made.spec!.ports![0]).toMatchObject({ port: 80, targetPort: 80, protocol: 'TCP' })
  })

  it('makes service accounts', async () => {
    const made = await core.createNamespacedServiceAccount({
      namespace,
      body: { metadata: { name: 'bot' }, automountServiceAccountToken: false },
    })
    expect(made.automountServiceAccountToken).toBe(false)
  })

  it('makes nodes', async () => {
    const made = await core.createNode({
      body: { metadata: { name: 'n1' }, status: { capacity: { cpu: '2', memory: '4Gi' } } },
    })
    expect(made.status!.capacity).toEqual({ cpu: '2', memory: '4Gi' })
  })

  it('makes persistent volume claims, pending', async () => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    const made = await core.createNamespacedPersistentVolumeClaim({
      namespace,
      body: { metadata: { name: 'disk' }, spec },
    })
    expect(made).toMatchObject({ status: { phase: 'Pending' }, spec: { volumeMode: 'Filesystem' } })
  })

  it('lists over all namespaces', async () => {
    await core.createNamespace({ body: { metadata: { name: 'team' } } })
    await core.createNamespacedConfigMap({ namespace: 'team', body: { metadata: { name: 'a' } } })
    const { items } = await core.listConfigMapForAllNamespaces({ fieldSelector: 'metadata.namespace=team' })
    expect(items.map(({ metadata }) => metadata!.name)).toEqual(['a'])
  })

  it('lists at the version of an earlier list exactly', async () => {
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a' } } })
    const { metadata } = await core.listNamespacedConfigMap({ namespace })
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'b' } } })
    const then = await core.listNamespacedConfigMap({
      namespace,
      resourceVersion: metadata!.resourceVersion!,
      resourceVersionMatch: 'Exact',
    })
    expect(then.items.map((item) => item.metadata!.name)).toEqual(['a'])
    const since = await core.listNamespacedConfigMap({
      namespace,
      resourceVersion: metadata!.resourceVersion!,
      resourceVersionMatch: 'NotOlderThan',
    })
    expect(since.items.map((item) => item.metadata!.name)).toEqual(['a', 'b'])
  })

  it('deletes a collection by labels', async () => {
    for (const [name, keep] of [
      ['a', 'yes'],
      ['b', 'no'],
      ['c', 'no'],
    ] as const) {
      await core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels: { keep } } } })
    }
    await core.deleteCollectionNamespacedConfigMap({ namespace, labelSelector: 'keep=no' })
    expect((await core.listNamespacedConfigMap({ namespace })).items.map(({ metadata }) => metadata!.name)).toEqual([
      'a',
    ])
  })

  it('patches by operations', async () => {
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a' }, data: { color: 'blue' } } })
    const body = [
      { op: 'test', path: '/data/color', value: 'blue' },
      { op: 'replace', path: '/data/color', value: 'red' },
      { op: 'copy', from: '/data/color', path: '/data/again' },
    ]
    expect((await core.patchNamespacedConfigMap({ namespace, name: 'a', body })).data).toEqual({
      color: 'red',
      again: 'red',
    })
  })

  it('refuses operations whose test fails', async () => {
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a' }, data: { color: 'blue' } } })
    const body = [{ op: 'test', path: '/data/color', value: 'green' }]
    expect((await refusal(core.patchNamespacedConfigMap({ namespace, name: 'a', body }))).code).toBe(422)
  })

  it('keeps an immutable config map from changes', async () => {
    const made = await core.createNamespacedConfigMap({
      namespace,
      body: { metadata: { name: 'a' }, immutable: true, data: { a: '1' } },
    })
    const { code, status } = await refusal(
      core.replaceNamespacedConfigMap({ namespace, name: 'a', body: { ...made, data: { a: '2' } } }),
    )
    expect(code).toBe(422)
    expect(status.details!.causes![0]).toMatchObject({
      field: 'data',
      message: 'Forbidden: field is immutable when `immutable` is set',
    })
  })
})

describe('workloads', () => {
  it('have a generation that moves with their spec only', async () => {
    const made = await apps.createNamespacedDeployment({ namespace, body: deployment })
    expect(made.metadata!.generation).toBe(1)
    const labelled = await apps.replaceNamespacedDeployment({
      namespace,
      name: 'web',
      body: { ...made, metadata: { ...made.metadata, labels: { a: 'b' } } },
    })
    expect(labelled.metadata!.generation).toBe(1)
    const scaled = await apps.replaceNamespacedDeployment({
      namespace,
      name: 'web',
      body: { ...labelled, spec: { ...labelled.spec!, replicas: 3 } },
    })
    expect(scaled.metadata!.generation).toBe(2)
  })

  it('report their status through its own path', async () => {
    const made = await apps.createNamespacedDeployment({ namespace, body: deployment })
    const body = { ...made, spec: { ...made.spec!, replicas: 9 }, status: { observedGeneration: 1, replicas: 2 } }
    const reported = await apps.replaceNamespacedDeploymentStatus({ namespace, name: 'web', body })
    expect(reported).toMatchObject({
      spec: { replicas: 2 },
      status: { observedGeneration: 1, replicas: 2 },
      metadata: { generation: 1 },
    })
  })

  it('are scaled through their scale', async () => {
    await apps.createNamespacedDeployment({ namespace, body: deployment })
    const scale = await apps.readNamespacedDeploymentScale({ namespace, name: 'web' })
    expect(scale).toMatchObject({ spec: { replicas: 2 }, status: { selector: 'app=web' } })
    await apps.replaceNamespacedDeploymentScale({ namespace, name: 'web', body: { ...scale, spec: { replicas: 5 } } })
    expect((await apps.readNamespacedDeployment({ namespace, name: 'web' })).spec!.replicas).toBe(5)
  })

  it('remove a container by a strategic directive', async () => {
    await apps.createNamespacedDeployment({ namespace, body: deployment })
    const options = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch)
    const change = (containers: readonly object[]) =>
      apps.patchNamespacedDeployment(
        { namespace, name: 'web', body: { spec: { template: { spec: { containers } } } } },
        options,
      )
    expect(
      (await change([{ name: 'side', image: 'example.dev/side:1' }])).spec!.template.spec!.containers,
    ).toHaveLength(2)
    const left = (await change([{ name: 'side', $patch: 'delete' }])).spec!.template.spec!.containers
    expect(left.map(({ name }) => name)).toEqual(['main'])
  })

  it('say which field is missing', async () => {
    const body = { metadata: { name: 'd' }, spec: { selector: { matchLabels: { app: 'other' } }, template } }
    const { code, status } = await refusal(apps.createNamespacedDaemonSet({ namespace, body }))
    expect(code).toBe(422)
    expect(status).toMatchObject({ reason: 'Invalid', details: { name: 'd', group: 'apps', kind: 'DaemonSet' } })
    expect(status.details!.causes!.map(({ field }) => field)).toEqual(['spec.template.metadata.labels'])
  })

  it('are daemon sets, with the defaults of their update strategy', async () => {
    const made = await apps.createNamespacedDaemonSet({
      namespace,
      body: { metadata: { name: 'd' }, spec: { selector, template } },
    })
    expect(made.spec!.updateStrategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 0, maxUnavailable: 1 },
    })
  })

  it('are stateful sets', async () => {
    const body = { metadata: { name: 's' }, spec: { serviceName: 'web', selector, template } }
    expect((await apps.createNamespacedStatefulSet({ namespace, body })).spec).toMatchObject({
      podManagementPolicy: 'OrderedReady',
      replicas: 1,
    })
  })

  it('are replica sets, and their history', async () => {
    await apps.createNamespacedReplicaSet({
      namespace,
      body: { metadata: { name: 'r' }, spec: { selector, template } },
    })
    const made = await apps.createNamespacedControllerRevision({
      namespace,
      body: { metadata: { name: 'h' }, revision: 3, data: { any: ['thing', 1] } },
    })
    expect(made).toMatchObject({ revision: 3, data: { any: ['thing', 1] } })
  })

  it('are jobs and what makes them on time', async () => {
    const batch = started.config.makeApiClient(BatchV1Api)
    const once = { template: { spec: { ...template.spec!, restartPolicy: 'Never' } } }
    const job = await batch.createNamespacedJob({ namespace, body: { metadata: { name: 'j' }, spec: once } })
    expect(job.spec).toMatchObject({ template: { spec: { restartPolicy: 'Never' } } })
    const cron = await batch.createNamespacedCronJob({
      namespace,
      body: { metadata: { name: 'c' }, spec: { schedule: '*/5 * * * *', jobTemplate: { spec: once } } },
    })
    expect(cron.spec).toMatchObject({ schedule: '*/5 * * * *' })
  })

  it('are scaled by rules', async () => {
    const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 }
    const made = await started.config
      .makeApiClient(AutoscalingV2Api)
      .createNamespacedHorizontalPodAutoscaler({ namespace, body: { metadata: { name: 'h' }, spec } })
    expect(made.spec).toMatchObject({ minReplicas: 1, maxReplicas: 3 })
  })
})

describe('the other groups', () => {
  it('keep the microseconds of a lease', async () => {
    const leases = started.config.makeApiClient(CoordinationV1Api)
    const renewTime = new V1MicroTime('2030-01-01T00:00:00.123456Z')
    await leases.createNamespacedLease({
      namespace,
      body: { metadata: { name: 'l' }, spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime } },
    })
    const read = await leases.readNamespacedLease({ namespace, name: 'l' })
    expect(String(read.spec!.renewTime)).toBe('2030-01-01T00:00:00.123000Z')
  })

  it('keep roles and bindings', async () => {
    const rbac = started.config.makeApiClient(RbacAuthorizationV1Api)
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
    expect((await rbac.createNamespacedRole({ namespace, body: { metadata: { name: 'r' }, rules } })).rules).toEqual(
      rules,
    )
    const body = {
      metadata: { name: 'b' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      subjects: [{ kind: 'User', name: 'jane', apiGroup: 'rbac.authorization.k8s.io' }],
    }
    expect((await rbac.createNamespacedRoleBinding({ namespace, body })).subjects).toHaveLength(1)
    const { items } = await rbac.listClusterRole()
    expect(Array.isArray(items)).toBe(true)
  })

  it('keep ingresses and network policies', async () => {
    const networking = started.config.makeApiClient(NetworkingV1Api)
    const backend = { service: { name: 'web', port: { number: 80 } } }
    const ingress = {
      metadata: { name: 'i' },
      spec: { rules: [{ host: 'example.dev', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] },
    }
    expect((await networking.createNamespacedIngress({ namespace, body: ingress })).spec!.rules).toHaveLength(1)
    const policy = { metadata: { name: 'p' }, spec: { podSelector: {} } }
    expect((await networking.createNamespacedNetworkPolicy({ namespace, body: policy })).spec!.policyTypes).toEqual([
      'Ingress',
    ])
  })

  it('keep storage classes, whose defaults are filled in', async () => {
    const made = await started.config
      .makeApiClient(StorageV1Api)
      .createStorageClass({ body: { metadata: { name: 'fast' }, provisioner: 'example.dev/disk' } })
    expect(made).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' })
  })

  it('keep priority classes', async () => {
    const made = await started.config
      .makeApiClient(SchedulingV1Api)
      .createPriorityClass({ body: { metadata: { name: 'high' }, value: 1000 } })
    expect(made).toMatchObject({ value: 1000, preemptionPolicy: 'PreemptLowerPriority' })
  })

  it('keep disruption budgets and endpoint slices', async () => {
    const budget = { metadata: { name: 'b' }, spec: { minAvailable: '50%', selector } }
    expect(
      (await started.config.makeApiClient(PolicyV1Api).createNamespacedPodDisruptionBudget({ namespace, body: budget }))
        .spec!.minAvailable,
    ).toBe('50%')
    const slice = { metadata: { name: 's' }, addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }] }
    expect(
      (await started.config.makeApiClient(DiscoveryV1Api).createNamespacedEndpointSlice({ namespace, body: slice }))
        .endpoints,
    ).toHaveLength(1)
  })
})
