import type { ResourceClient } from '@pinnace/client'
import { createCertificateRequest, createPrivateKeyPem, type CertificateSigningRequestLike } from '@pinnace/csr-signer'
import { createVocabulary, kubernetesVocabulary, type ApiObject } from '@pinnace/meta'
import type { ConfigMap, Namespace, ResourceQuota, Secret, ServiceAccount } from '@pinnace/types/core-v1'
import { createMetrics, createServer, type AuditEvent, type Server } from '@pinnace/server'
import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { controllerAccounts } from '../src/controller-accounts.ts'
import { controllerIdentity, informersClient } from '../src/controller-identity.ts'
import {
  builtInControllers,
  optionsForServer,
  simulateWorkloads,
  startControllers,
  startLoop,
  type Controller,
} from '../src/index.ts'
import { recordCalls } from './support/recorded-calls.ts'

const manager = 'system:kube-controller-manager'
const accountOf = (name: string): string => `system:serviceaccount:kube-system:${name}`

describe('the identity of a controller', () => {
  const own = { vocabulary: kubernetesVocabulary, useServiceAccountCredentials: true }
  const shared = { vocabulary: kubernetesVocabulary, useServiceAccountCredentials: false }

  it('is the controller manager, with every permission, unless each acts as its account', () => {
    expect(controllerIdentity({ name: 'deployment-controller' }, shared)).toEqual({
      user: { username: manager, groups: ['system:masters', 'system:authenticated'], extra: {} },
      userAgent: 'kube-controller-manager/v1.36.0 pinnace/deployment-controller',
    })
    expect(controllerIdentity({ name: informersClient }, shared).userAgent).toBe(
      'kube-controller-manager/v1.36.0 pinnace/shared-informers',
    )
  })

  it('is the service account Kubernetes has for it', () => {
    expect(controllerIdentity({ name: 'garbage-collector-controller' }, own)).toEqual({
      user: {
        username: accountOf('generic-garbage-collector'),
        groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
        extra: {},
      },
      userAgent: `kube-controller-manager/v1.36.0 pinnace/${accountOf('generic-garbage-collector')}`,
    })
  })

  it('is the controller manager without further permissions for what has no account', () => {
    for (const name of [informersClient, 'serviceaccount-token-controller', 'of-a-host']) {
      expect(controllerIdentity({ name }, own).user).toEqual({
        username: manager,
        groups: ['system:authenticated'],
        extra: {},
      })
    }
  })

  it('is the service account a controller names itself', () => {
    const { user } = controllerIdentity({ name: 'greeter', serviceAccount: 'greeter' }, own)
    expect(user.username).toBe(accountOf('greeter'))
  })

  it('follows the vocabulary', () => {
    const settings = { ...own, vocabulary: createVocabulary('acme') }
    const { user, userAgent } = controllerIdentity({ name: 'namespace-controller' }, settings)
    expect(user.username).toBe('system:serviceaccount:acme-system:namespace-controller')
    expect(user.groups).toContain('system:serviceaccounts:acme-system')
    expect(userAgent).toBe(`acme-controller-manager/v1.36.0 pinnace/${user.username}`)
  })

  it('names the release that the server speaks', async () => {
    await using server = await createTestServer()
    const answer = await server.fetch(new Request('http://localhost/version'))
    const { gitVersion } = (await answer.json()) as { readonly gitVersion: string }
    expect(controllerIdentity({ name: 'x' }, shared).userAgent).toContain(`/${gitVersion.split('+')[0]} `)
  })
})

describe('service accounts of controllers', () => {
  it('are bound to a role that the server has from its start', async () => {
    const featureGates = { GenericWorkload: true, StorageVersionMigrator: true }
    await using server = await closing(await createServer({ vocabulary: 'kubernetes', featureGates }))
    const group = server.vocabulary.group('rbac.authorization')
    const subjects = new Set<string>()
    for (const kind of ['ClusterRoleBinding', 'RoleBinding']) {
      const bindings = server.client<BindingLike>({ apiVersion: `${group}/v1`, kind })
      for (const { subjects: bound = [] } of (await bindings.list()).items) {
        for (const { kind: of, name, namespace } of bound)
          if (of === 'ServiceAccount') subjects.add(`${namespace}/${name}`)
      }
    }
    for (const account of controllerAccounts.values()) expect([...subjects]).toContain(`kube-system/${account}`)
  })

  it('exist for every controller but those that act as the controller manager', () => {
    const names = [...builtInControllers({}), ...simulateWorkloads()].map(({ name }) => name)
    expect(names.filter((name) => !controllerAccounts.has(name))).toEqual([
      'serviceaccount-token-controller',
      'leader-election-controller',
      'service-address-controller',
      'simulated-scheduler',
      'simulated-node-agent',
      'simulated-stages',
      'simulated-load-balancer',
      'simulated-volume-provisioner',
      'simulated-metrics-server',
    ])
    expect([...controllerAccounts.keys()].filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('useServiceAccountCredentials', () => {
  it('is refused without a way to act as other users', async () => {
    await using server = await createTestServer()
    const client = server.connect()
    expect(() => startControllers({ client, useServiceAccountCredentials: true })).toThrow(
      new TypeError('useServiceAccountCredentials needs the option connect'),
    )
  })

  it(
    'lets every controller do its work with the roles of its account, and nothing is forbidden',
    { timeout: 60_000 },
    async () => {
      const clock = createFakeClock()
      await using server = await closing(await createServer({ vocabulary: 'kubernetes', clock }))
      const calls = recordCalls(server)
      const failures: string[] = []
      await using running = startControllers({
        ...optionsForServer(server),
        connect: calls.connect,
        useServiceAccountCredentials: true,
        controllers: ['*', 'bootstrapsigner', 'tokencleaner'],
        additional: simulateWorkloads({ nodes: 2 }),
        // Long periods: a fake clock runs each renewal of the time it advances by.
        leaderElection: { identity: 'one', leaseDurationMs: 600_000, renewDeadlineMs: 400_000, retryPeriodMs: 100_000 },
        onError: (error, { controller }) => void failures.push(`${controller}: ${String(error)}`),
      })
      await running.started
      expect(running.isLeader).toBe(true)

      await everyPromiseOf(server, clock)

      expect(failures).toEqual([])

      // Work that meets the namespace while it terminates may fail.
      const namespaces = server.client({ apiVersion: 'v1', kind: 'Namespace' })
      await namespaces.delete('team')
      await eventually(
        async () => {
          await clock.advance(1000)
          return (await namespaces.list()).items.map(({ metadata }) => metadata.name)
        },
        (names) => !names.includes('team'),
      )
      expect(calls.forbidden).toEqual([])
      for (const made of [
        `${manager} watch pods`,
        `${manager} update leases`,
        `${manager} update secrets`,
        `${accountOf('service-account-controller')} create serviceaccounts`,
        `${accountOf('root-ca-cert-publisher')} create configmaps`,
        `${accountOf('namespace-controller')} update namespaces/finalize`,
        `${accountOf('generic-garbage-collector')} delete configmaps`,
        `${accountOf('resourcequota-controller')} update resourcequotas/status`,
        `${accountOf('clusterrole-aggregation-controller')} apply clusterroles`,
        `${accountOf('pod-garbage-collector')} delete pods`,
        `${accountOf('ttl-after-finished-controller')} delete jobs`,
        `${accountOf('endpoint-controller')} create endpoints`,
        `${accountOf('endpointslice-controller')} create endpointslices`,
        `${accountOf('pvc-protection-controller')} update persistentvolumeclaims`,
        `${accountOf('pv-protection-controller')} update persistentvolumes`,
        `${accountOf('volumeattributesclass-protection-controller')} update volumeattributesclasses`,
        `${accountOf('certificate-controller')} update certificatesigningrequests/approval`,
        `${accountOf('certificate-controller')} update certificatesigningrequests/status`,
        `${accountOf('certificate-controller')} delete certificatesigningrequests`,
        `${accountOf('bootstrap-signer')} update configmaps`,
        `${accountOf('token-cleaner')} delete secrets`,
        `${accountOf('deployment-controller')} create replicasets`,
        `${accountOf('replicaset-controller')} create pods`,
        `${accountOf('statefulset-controller')} create pods`,
        `${accountOf('daemon-set-controller')} create pods`,
        `${accountOf('job-controller')} create pods`,
        `${accountOf('cronjob-controller')} create jobs`,
        `${accountOf('replication-controller')} create pods`,
      ]) {
        expect([...calls.made]).toContain(made)
      }
    },
  )

  it('restricts a controller of a host to what its account may do', async () => {
    const kind = { apiVersion: 'v1', kind: 'Namespace' } as const
    const greeter: Controller = {
      name: 'greeter',
      isDefault: true,
      serviceAccount: 'greeter',
      start(context) {
        const loop = startLoop({
          name: 'greeter',
          context,
          async reconcile(name, signal) {
            await context.client.resource(kind).patch(name, { metadata: { labels: { greeted: 'yes' } } }, { signal })
          },
        })
        context.informers.informer(kind).addHandler({ add: ({ metadata }) => loop.add(metadata.name!) })
        return loop
      },
    }
    await using server = await closing(await createServer({ vocabulary: 'kubernetes' }))
    const messages = new Set<string>()
    await using running = startControllers({
      ...optionsForServer(server),
      useServiceAccountCredentials: true,
      controllers: ['-*', 'greeter'],
      additional: [greeter],
      onError: (error) => void messages.add((error as Error).message),
    })
    await running.started
    const forbidden = `namespaces "default" is forbidden: User "${accountOf('greeter')}" cannot patch resource "namespaces" in API group "" in the namespace "default"`
    await eventually(
      () => messages,
      (found) => found.has(forbidden),
    )

    const group = server.vocabulary.group('rbac.authorization')
    await server.client<RoleLike>({ apiVersion: `${group}/v1`, kind: 'ClusterRole' }).create({
      metadata: { name: 'greeter' },
      rules: [{ apiGroups: [''], resources: ['namespaces'], verbs: ['patch'] }],
    })
    await server.client<BindingLike>({ apiVersion: `${group}/v1`, kind: 'ClusterRoleBinding' }).create({
      metadata: { name: 'greeter' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'greeter' },
      subjects: [{ kind: 'ServiceAccount', name: 'greeter', namespace: 'kube-system' }],
    })
    await eventually(async () => (await server.client(kind).get('default')).metadata.labels?.['greeted'], 'yes')
  })
})

describe('without useServiceAccountCredentials', () => {
  it('every controller acts as the controller manager, also where RBAC decides', async () => {
    await using server = await closing(await createServer({ vocabulary: 'kubernetes' }))
    const calls = recordCalls(server)
    await using running = startControllers({ ...optionsForServer(server), connect: calls.connect })
    await running.started
    const accounts = server.client<ServiceAccount>({ apiVersion: 'v1', kind: 'ServiceAccount' }).namespace('default')
    const account = await eventually(
      () => accounts.get('default'),
      ({ metadata }) => metadata.uid !== undefined,
    )
    expect(account.metadata.name).toBe('default')
    expect(new Set(Array.from(calls.made, (call) => call.split(' ')[0]))).toEqual(new Set([manager]))
    expect(calls.forbidden).toEqual([])
  })

  it('writes are of the field manager kube-controller-manager', async () => {
    await using server = await createTestServer({ controllers: true })
    const configMaps = server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    const { metadata } = await eventually(
      () => configMaps.get('kube-root-ca.crt'),
      ({ data }) => data !== undefined,
    )
    expect(metadata.managedFields?.map((entry) => entry.manager)).toEqual(['kube-controller-manager'])
  })
})

describe('the requests of controllers', () => {
  it('are in the audit log and in the request metrics, under the user and the user agent of each', async () => {
    const events: AuditEvent[] = []
    const metrics = await createMetrics()
    await using server = await closing(
      await createServer({
        vocabulary: 'kubernetes',
        metrics,
        audit: {
          policy: { rules: [{ level: 'Metadata' }] },
          sinks: [{ write: (batch) => void events.push(...batch) }],
        },
      }),
    )
    await using running = startControllers({ ...optionsForServer(server), useServiceAccountCredentials: true })
    await running.started
    await server.client({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name: 'team' } })
    const found = await eventually(
      () => events.filter(({ verb, objectRef }) => verb === 'create' && objectRef?.namespace === 'team'),
      (made) => made.filter(({ stage }) => stage === 'ResponseComplete').length === 2,
    )
    const complete = found.filter(({ stage }) => stage === 'ResponseComplete')
    expect(
      complete.map(({ user, objectRef, responseStatus }) => [user.username, objectRef?.resource, responseStatus?.code]),
    ).toEqual(
      expect.arrayContaining([
        [accountOf('service-account-controller'), 'serviceaccounts', 201],
        [accountOf('root-ca-cert-publisher'), 'configmaps', 201],
      ]),
    )
    for (const { user, userAgent } of complete) {
      expect(userAgent).toBe(`kube-controller-manager/v1.36.0 pinnace/${user.username}`)
    }
    const counted = (await metrics.text()).split('\n').filter((line) => line.startsWith('apiserver_request_total{'))
    const creates = counted.filter((line) => line.includes('resource="serviceaccounts"') && line.includes('"POST"'))
    expect(creates).toHaveLength(1)
    expect(Number(creates[0]?.split(' ').at(-1))).toBeGreaterThanOrEqual(5)
  })
})

/** An object of any kind. */
interface AnyObject extends ApiObject {
  readonly [member: string]: unknown
}

interface RoleLike extends ApiObject {
  readonly rules?: readonly unknown[] | null
}

interface BindingLike extends ApiObject {
  readonly roleRef: object
  readonly subjects?: readonly { readonly kind: string; readonly name: string; readonly namespace?: string }[]
}

async function closing(server: Server): Promise<Server & AsyncDisposable> {
  return { ...server, [Symbol.asyncDispose]: () => server.close() }
}

/** Makes every controller do its work once, and waits for it. */
async function everyPromiseOf(server: Server, clock: { advance(ms: number): Promise<void> }): Promise<void> {
  const of = <T extends ApiObject = AnyObject>(kind: string, apiVersion = 'v1') =>
    server.client<ApiObject>({ apiVersion, kind }) as ResourceClient<T>
  const isGone = (resource: { list(): Promise<{ readonly items: readonly ApiObject[] }> }, name: string) =>
    eventually(
      async () => {
        await clock.advance(1000)
        return (await resource.list()).items.map(({ metadata }) => metadata.name)
      },
      (names) => !names.includes(name),
    )
  const namespaces = of<Namespace>('Namespace')
  await namespaces.create({ metadata: { name: 'team' } })
  await eventually(async () => (await of('ServiceAccount').namespace('team').list()).items.length, 1)
  await eventually(async () => (await of('ConfigMap').namespace('team').list()).items.length, 1)

  // Tokens and quotas.
  const secrets = of<Secret>('Secret')
  await secrets.namespace('team').create({
    metadata: { name: 'token', annotations: { 'kubernetes.io/service-account.name': 'default' } },
    type: 'kubernetes.io/service-account-token',
  })
  await eventually(
    () => secrets.namespace('team').get('token'),
    ({ data }) => data?.['token'] !== undefined,
  )
  const quotas = of<ResourceQuota>('ResourceQuota').namespace('team')
  await quotas.create({ metadata: { name: 'q' }, spec: { hard: { configmaps: '9', pods: '100' } } })
  await eventually(async () => (await quotas.get('q')).status?.used, { configmaps: '1', pods: '0' })

  // Owners and dependents.
  const configMaps = of<ConfigMap>('ConfigMap').namespace('team')
  const owner = await configMaps.create({ metadata: { name: 'owner' } })
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid ?? '' }
  await configMaps.create({ metadata: { name: 'dependent', ownerReferences: [reference] } })
  await configMaps.delete('owner', { propagationPolicy: 'Foreground' })
  await isGone(configMaps, 'dependent')
  await isGone(configMaps, 'owner')

  // Aggregated roles.
  const roles = of<RoleLike>('ClusterRole', `${server.vocabulary.group('rbac.authorization')}/v1`)
  await eventually(
    () => roles.get('view'),
    ({ rules }) => (rules ?? []).length > 0,
  )

  // Volumes, claims and classes.
  await of('PersistentVolume').create({
    metadata: { name: 'disk' },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
  })
  await of('PersistentVolumeClaim')
    .namespace('team')
    .create({
      metadata: { name: 'claim' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })
  const classes = of('VolumeAttributesClass', 'storage.k8s.io/v1')
  await classes.create({ metadata: { name: 'gold' }, driverName: 'example.dev', parameters: { a: 'b' } })
  await eventually(async () => (await classes.get('gold')).metadata.finalizers, ['kubernetes.io/vac-protection'])
  await classes.delete('gold')
  await isGone(classes, 'gold')
  await of('PersistentVolumeClaim').namespace('team').delete('claim')
  await isGone(of('PersistentVolumeClaim').namespace('team'), 'claim')
  await of('PersistentVolume').delete('disk')
  await isGone(of('PersistentVolume'), 'disk')

  await everyCertificateOf(server, clock)
  await everyWorkloadOf(server, clock)

  // Bootstrap tokens.
  const infos = of<ConfigMap>('ConfigMap').namespace('kube-public')
  await infos.create({ metadata: { name: 'cluster-info' }, data: { kubeconfig: 'x' } })
  await secrets.namespace('kube-system').create({
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    stringData: {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-signing': 'true',
      expiration: new Date(server.clock.now() + 60_000).toISOString().replace(/\.\d+/, ''),
    },
  })
  await eventually(
    () => infos.get('cluster-info'),
    ({ data }) => data?.['jws-kubeconfig-abcdef'] !== undefined,
  )
  await isGone(secrets.namespace('kube-system'), 'bootstrap-token-abcdef')
}

async function everyWorkloadOf(server: Server, clock: { advance(ms: number): Promise<void> }): Promise<void> {
  interface Workload extends AnyObject {
    readonly status?: Readonly<Record<string, number>>
  }
  const of = (kind: string, apiVersion = 'apps/v1') => server.client<Workload>({ apiVersion, kind }).namespace('team')
  const labels = { app: 'web' }
  const selector = { matchLabels: labels }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i:1' }] } }
  const batch = { metadata: { labels: { app: 'batch' } }, spec: { ...template.spec, restartPolicy: 'Never' } }
  const becomes = (kind: string, name: string, member: string, apiVersion?: string): Promise<unknown> =>
    eventually(
      async () => {
        await clock.advance(1000)
        return of(kind, apiVersion).get(name)
      },
      ({ status }) => (status?.[member] ?? 0) > 0,
    )
  await of('Service', 'v1').create({
    metadata: { name: 'web' },
    spec: { selector: labels, ports: [{ port: 80 }] },
  })
  await of('Deployment').create({ metadata: { name: 'web' }, spec: { selector, template } })
  await becomes('Deployment', 'web', 'availableReplicas')
  await of('StatefulSet').create({
    metadata: { name: 'db' },
    spec: { serviceName: 'db', selector, template },
  })
  await becomes('StatefulSet', 'db', 'readyReplicas')
  await of('DaemonSet').create({ metadata: { name: 'agent' }, spec: { selector, template } })
  await becomes('DaemonSet', 'agent', 'numberReady')
  await of('ReplicationController', 'v1').create({
    metadata: { name: 'old' },
    spec: { selector: { app: 'old' }, template: { ...template, metadata: { labels: { app: 'old' } } } },
  })
  await becomes('ReplicationController', 'old', 'readyReplicas', 'v1')
  await of('PodDisruptionBudget', 'policy/v1').create({
    metadata: { name: 'web' },
    spec: { minAvailable: 1, selector },
  })
  await becomes('PodDisruptionBudget', 'web', 'currentHealthy', 'policy/v1')
  await of('Job', 'batch/v1').create({
    metadata: { name: 'once' },
    spec: { ttlSecondsAfterFinished: 5, template: batch },
  })
  await of('CronJob', 'batch/v1').create({
    metadata: { name: 'tick' },
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: batch } } },
  })
  await eventually(
    async () => {
      await clock.advance(5000)
      return (await of('Job', 'batch/v1').list()).items.map(({ metadata }) => metadata.name ?? '')
    },
    (names) => !names.includes('once') && names.some((name) => name.startsWith('tick-')),
  )
  // A pod that was deleted before it had a node.
  const pods = of('Pod', 'v1')
  const spec = { ...template.spec, schedulerName: 'none', terminationGracePeriodSeconds: 0 }
  const metadata = { name: 'held', finalizers: ['example.dev/hold'] }
  await pods.create({ metadata, spec })
  await pods.delete('held')
  await eventually(
    async () => {
      await clock.advance(20_000)
      return pods.get('held')
    },
    ({ status }) => JSON.stringify(status).includes('Failed'),
  )
  await pods.patch('held', { metadata: { finalizers: null } })
  await of('CronJob', 'batch/v1').delete('tick')
}

async function everyCertificateOf(server: Server, clock: { advance(ms: number): Promise<void> }): Promise<void> {
  const requests = server.client<CertificateSigningRequestLike>({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
  })
  const privateKeyPem = await createPrivateKeyPem()
  const subject = { commonName: 'system:node:a', organizations: ['system:nodes'] }
  const pem = await createCertificateRequest({ ...subject, privateKeyPem })
  await requests.create({
    metadata: { name: 'node' },
    spec: {
      request: Buffer.from(pem).toString('base64'),
      signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
      usages: ['key encipherment', 'digital signature', 'client auth'],
      expirationSeconds: 600,
    },
  })
  await eventually(
    () => requests.get('node'),
    ({ status }) => status?.certificate !== undefined,
  )
  await eventually(
    async () => {
      await clock.advance(60_000)
      return (await requests.list()).items.length
    },
    0,
    { timeoutMs: 40_000 },
  )
}
