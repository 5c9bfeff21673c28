import { generateKeyPairSync } from 'node:crypto'
import { createCertificateRequest } from '@pinnace/csr-signer'
import type { Anything, Api } from './api.ts'

/** A promise of Kubernetes that kube-controller-manager or kube-scheduler keeps through the server. */
export interface Check {
  readonly name: string
  /** Makes what the check is about. */
  prepare(api: Api): Promise<void>
  /** Asked until it is true. */
  holds(api: Api): Promise<boolean>
}

const team = '/api/v1/namespaces/team'
const apps = '/apis/apps/v1/namespaces/team'
const batch = '/apis/batch/v1/namespaces/team'
const certificates = '/apis/certificates.k8s.io/v1/certificatesigningrequests'

const template = (labels: object, spec: object = {}): object => ({
  metadata: { labels },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '10m' } } }], ...spec },
})
const workload = (name: string, spec: object = {}): object => ({
  metadata: { name },
  spec: { selector: { matchLabels: { app: name } }, template: template({ app: name }), ...spec },
})
const countOf = async (api: Api, selector: string): Promise<number> =>
  (await api.list(`${team}/pods?labelSelector=${selector}`)).length

/** The checks, in the order in which they are prepared; all of them are waited for together. */
export const checks: readonly Check[] = [
  {
    name: 'a namespace has its default service account and the certificate of the authority',
    prepare: () => Promise.resolve(),
    holds: async (api) =>
      !(await api.isGone(`${team}/serviceaccounts/default`)) &&
      !(await api.isGone(`${team}/configmaps/kube-root-ca.crt`)),
  },
  {
    name: 'a deployment is rolled out, its pods assigned to both nodes',
    prepare: async (api) => void (await api.create(`${apps}/deployments`, workload('web', { replicas: 4 }))),
    async holds(api) {
      const { status } = await api.get(`${apps}/deployments/web`)
      const nodes = new Set(
        (await api.list(`${team}/pods?labelSelector=app=web`)).map(({ spec }: Anything) => spec.nodeName),
      )
      return status.availableReplicas === 4 && nodes.size === 2
    },
  },
  {
    name: 'a changed deployment has a new replica set, and the old one has no pods',
    async prepare(api) {
      await api.create(`${apps}/deployments`, workload('rolled', { replicas: 2 }))
      await until(async () => (await api.get(`${apps}/deployments/rolled`)).status.availableReplicas === 2)
      await api.patch(`${apps}/deployments/rolled`, {
        spec: { template: { metadata: { annotations: { changed: 'yes' } } } },
      })
    },
    async holds(api) {
      const sets = await api.list(`${apps}/replicasets?labelSelector=app=rolled`)
      const { status } = await api.get(`${apps}/deployments/rolled`)
      const sizes = sets.map((set: Anything) => set.status.replicas).sort()
      return status.updatedReplicas === 2 && status.replicas === 2 && sizes.join() === '0,2'
    },
  },
  {
    name: 'a stateful set has its pods in order',
    prepare: async (api) =>
      void (await api.create(`${apps}/statefulsets`, workload('db', { replicas: 3, serviceName: 'db' }))),
    holds: async (api) => (await api.get(`${apps}/statefulsets/db`)).status.readyReplicas === 3,
  },
  {
    name: 'a daemon set has a pod on each node',
    prepare: async (api) => void (await api.create(`${apps}/daemonsets`, workload('agent'))),
    holds: async (api) => (await api.get(`${apps}/daemonsets/agent`)).status.numberReady === 2,
  },
  {
    name: 'a job completes',
    prepare: async (api) =>
      void (await api.create(`${batch}/jobs`, {
        metadata: { name: 'task' },
        spec: { completions: 3, parallelism: 2, template: template({}, { restartPolicy: 'Never' }) },
      })),
    holds: async (api) => (await api.get(`${batch}/jobs/task`)).status.succeeded === 3,
  },
  {
    name: 'a job with a time to live is deleted after it has ended',
    prepare: async (api) =>
      void (await api.create(`${batch}/jobs`, {
        metadata: { name: 'brief' },
        spec: { ttlSecondsAfterFinished: 1, template: template({}, { restartPolicy: 'Never' }) },
      })),
    holds: (api) => api.isGone(`${batch}/jobs/brief`),
  },
  {
    name: 'a service has endpoints and an endpoint slice of its ready pods',
    prepare: async (api) =>
      void (await api.create(`${team}/services`, {
        metadata: { name: 'web' },
        spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
      })),
    async holds(api) {
      const { subsets = [] } = await api.get(`${team}/endpoints/web`).catch(() => ({}))
      const slices = await api.list(
        '/apis/discovery.k8s.io/v1/namespaces/team/endpointslices?labelSelector=kubernetes.io/service-name=web',
      )
      return subsets[0]?.addresses?.length === 4 && slices[0]?.endpoints?.length === 4
    },
  },
  {
    name: 'a disruption budget counts the pods it protects',
    prepare: async (api) =>
      void (await api.create('/apis/policy/v1/namespaces/team/poddisruptionbudgets', {
        metadata: { name: 'web' },
        spec: { minAvailable: 3, selector: { matchLabels: { app: 'web' } } },
      })),
    holds: async (api) =>
      (await api.get('/apis/policy/v1/namespaces/team/poddisruptionbudgets/web')).status.disruptionsAllowed === 1,
  },
  {
    name: 'a quota counts what is used',
    prepare: async (api) =>
      void (await api.create(`${team}/resourcequotas`, {
        metadata: { name: 'all' },
        spec: { hard: { 'count/services': '9' } },
      })),
    holds: async (api) => (await api.get(`${team}/resourcequotas/all`)).status.used?.['count/services'] === '1',
  },
  {
    name: 'dependents are deleted with their owner, in the background',
    async prepare(api) {
      const { metadata } = await api.create(`${team}/configmaps`, { metadata: { name: 'owner' } })
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }]
      await api.create(`${team}/configmaps`, { metadata: { name: 'dependent', ownerReferences } })
      await api.remove(`${team}/configmaps/owner`, { propagationPolicy: 'Background' })
    },
    holds: (api) => api.isGone(`${team}/configmaps/dependent`),
  },
  {
    name: 'an owner that is deleted in the foreground goes after its dependents',
    async prepare(api) {
      await api.create(`${apps}/replicasets`, workload('foreground', { replicas: 2 }))
      await until(async () => (await countOf(api, 'app=foreground')) === 2)
      await api.remove(`${apps}/replicasets/foreground`, { propagationPolicy: 'Foreground' })
    },
    holds: async (api) =>
      (await api.isGone(`${apps}/replicasets/foreground`)) && (await countOf(api, 'app=foreground')) === 0,
  },
  {
    name: 'pods of an owner that is deleted with orphans stay',
    async prepare(api) {
      await api.create(`${apps}/replicasets`, workload('orphans', { replicas: 1 }))
      await until(async () => (await countOf(api, 'app=orphans')) === 1)
      await api.remove(`${apps}/replicasets/orphans`, { propagationPolicy: 'Orphan' })
    },
    async holds(api) {
      const [pod] = await api.list(`${team}/pods?labelSelector=app=orphans`)
      return (
        (await api.isGone(`${apps}/replicasets/orphans`)) &&
        pod !== undefined &&
        pod.metadata.ownerReferences === undefined
      )
    },
  },
  {
    name: 'a namespace is deleted with all that is in it',
    async prepare(api) {
      await api.create('/api/v1/namespaces', { metadata: { name: 'going' } })
      await api.create('/api/v1/namespaces/going/configmaps', { metadata: { name: 'one' } })
      await api.remove('/api/v1/namespaces/going')
    },
    holds: (api) => api.isGone('/api/v1/namespaces/going'),
  },
  {
    name: 'the rules of an aggregated cluster role are those of the roles it selects',
    async prepare(api) {
      const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
      await api.create(roles, {
        metadata: { name: 'sum' },
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: 'yes' } }] },
        rules: [],
      })
      await api.create(roles, {
        metadata: { name: 'part', labels: { part: 'yes' } },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      })
    },
    holds: async (api) => (await api.get('/apis/rbac.authorization.k8s.io/v1/clusterroles/sum')).rules?.length === 1,
  },
  {
    name: 'an approved request for a certificate is signed',
    async prepare(api) {
      const { metadata, spec, status } = await api.create(certificates, {
        metadata: { name: 'client' },
        spec: {
          request: await certificateRequest(),
          signerName: 'kubernetes.io/kube-apiserver-client',
          usages: ['client auth'],
        },
      })
      const conditions = [{ type: 'Approved', status: 'True', reason: 'Checked', message: 'by the judge' }]
      await api.patch(`${certificates}/${metadata.name}/approval`, { spec, status: { ...status, conditions } })
    },
    holds: async (api) => (await api.get(`${certificates}/client`)).status.certificate !== undefined,
  },
  {
    name: 'a claim is bound to a volume',
    async prepare(api) {
      const spec = { accessModes: ['ReadWriteOnce'], storageClassName: '' }
      await api.create('/api/v1/persistentvolumes', {
        metadata: { name: 'disk' },
        spec: { ...spec, capacity: { storage: '1Gi' }, hostPath: { path: '/disk' } },
      })
      await api.create(`${team}/persistentvolumeclaims`, {
        metadata: { name: 'disk' },
        spec: { ...spec, resources: { requests: { storage: '1Gi' } } },
      })
    },
    holds: async (api) => (await api.get(`${team}/persistentvolumeclaims/disk`)).status.phase === 'Bound',
  },
  {
    name: 'a pod that fits on no node says so, in a condition and an event',
    prepare: async (api) =>
      void (await api.create(`${team}/pods`, {
        metadata: { name: 'large' },
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '100' } } }] },
      })),
    async holds(api) {
      const { status } = await api.get(`${team}/pods/large`)
      const events = await api.list(`/apis/events.k8s.io/v1/namespaces/team/events`)
      const isSaid = events.some(
        ({ reason, regarding }: Anything) => reason === 'FailedScheduling' && regarding.name === 'large',
      )
      return isSaid && (status.conditions ?? []).some(({ reason }: Anything) => reason === 'Unschedulable')
    },
  },
  {
    name: 'a pod is evicted from a node with a NoExecute taint',
    async prepare(api) {
      await api.create(`${team}/pods`, {
        metadata: { name: 'tainted' },
        spec: { nodeName: 'node-2', containers: [{ name: 'c', image: 'i' }] },
      })
      await api.patch('/api/v1/nodes/node-2', { spec: { taints: [{ key: 'judge', effect: 'NoExecute' }] } })
    },
    holds: (api) => api.isGone(`${team}/pods/tainted`),
  },
  {
    name: 'a pod with a higher priority preempts others',
    async prepare(api) {
      await api.create('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name: 'high' }, value: 1000 })
      const pod = (name: string, priority: object): object => ({
        metadata: { name },
        spec: {
          ...priority,
          nodeSelector: { preempted: 'yes' },
          containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '5' } } }],
        },
      })
      await api.patch('/api/v1/nodes/node-1', { metadata: { labels: { preempted: 'yes' } } })
      await api.create(`${team}/pods`, pod('low', {}))
      await until(async () => (await api.get(`${team}/pods/low`)).spec.nodeName !== undefined)
      await api.create(`${team}/pods`, pod('high', { priorityClassName: 'high' }))
    },
    holds: async (api) =>
      (await api.isGone(`${team}/pods/low`)) && (await api.get(`${team}/pods/high`)).spec.nodeName === 'node-1',
  },
]

/** Waits until something holds; at most a minute. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('not within a minute')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function certificateRequest(): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return Buffer.from(await createCertificateRequest({ commonName: 'client', privateKeyPem })).toString('base64')
}
