// The words of a host's own vocabulary, in plugins that spell some.
import { platformVocabulary, type ApiObject, type Mutable } from '@pinnace/meta'
import { expect, it } from 'vitest'
import type { AdmissionAttributes, BuiltInPlugin } from '../../src/index.ts'
import { certificateSubjectRestriction } from '../../src/plugins/certificate-subject-restriction.ts'
import { defaultIngressClass } from '../../src/plugins/default-ingress-class.ts'
import { defaultStorageClass } from '../../src/plugins/default-storage-class.ts'
import { eventRateLimit } from '../../src/plugins/event-rate-limit/event-rate-limit.ts'
import { nodeRestriction } from '../../src/plugins/node-restriction/node-restriction.ts'
import { resourceQuota } from '../../src/plugins/resource-quota/resource-quota.ts'
import { storageObjectInUseProtection } from '../../src/plugins/storage-object-in-use-protection.ts'
import { mastersRequest } from '../support/certificate-requests.ts'
import { judgeOf, type Judge, type Situation } from '../support/judge.ts'

const judge = (plugin: BuiltInPlugin, situation: Situation = {}): Promise<Judge> =>
  judgeOf(plugin, { vocabulary: platformVocabulary, ...situation })
const create = (resource: string, object: object, group = ''): Partial<AdmissionAttributes> => ({
  resource: { group, version: 'v1', resource },
  object: { metadata: { name: 'a' }, ...object } as Mutable<ApiObject>,
})
const marked = (group: string, resource: string, kind: string): NonNullable<Situation['stored']> => [
  {
    group,
    resource,
    object: { metadata: { name: 'c', annotations: { [`${kind}.platform.io/is-default-class`]: 'true' } } },
  },
]

it('sets the default class of claims and ingresses, and the finalizer of claims', async () => {
  const classes = marked('storage.platform.io', 'storageclasses', 'storageclass')
  const claim = await (
    await judge(defaultStorageClass, { stored: classes })
  ).judge(create('persistentvolumeclaims', {}))
  expect(claim.object.spec.storageClassName).toBe('c')
  const ingressClasses = marked('networking.platform.io', 'ingressclasses', 'ingressclass')
  const ingress = create('ingresses', {}, 'networking.platform.io')
  const made = await (await judge(defaultIngressClass, { stored: ingressClasses })).judge(ingress)
  expect(made.object.spec.ingressClassName).toBe('c')
  const { object } = await (await judge(storageObjectInUseProtection)).judge(create('persistentvolumeclaims', {}))
  expect(object.metadata.finalizers).toEqual(['platform.io/pvc-protection'])
})

it('refuses client certificates in the group system:masters', async () => {
  const spec = { signerName: 'platform.io/apiserver-client', request: mastersRequest }
  const request = create('certificatesigningrequests', { spec }, 'certificates.platform.io')
  expect((await (await judge(certificateSubjectRestriction)).judge(request)).refusal.message).toContain(
    'use of platform.io/apiserver-client signer with system:masters group is not allowed',
  )
})

it('restricts labels of its domains, except for those of the node agent', async () => {
  const node = (label: string): Partial<AdmissionAttributes> => ({
    ...create('nodes', { metadata: { name: 'n', labels: { [label]: 'x' } } }),
    name: 'n',
    user: { username: 'system:node:n', groups: ['system:nodes'], extra: {} },
  })
  const { judge: ask } = await judge(nodeRestriction)
  expect((await ask(node('platform.io/x'))).refusal.message).toContain('platform.io/x')
  expect((await ask(node('node-agent.platform.io/x'))).refusal).toBeUndefined()
  expect((await ask(node('other.io/x'))).refusal).toBeUndefined()
})

it('counts storage by class in a quota', async () => {
  const name = 'gold.storageclass.storage.platform.io/requests.storage'
  const quota = { metadata: { name: 'q', namespace: 'default' }, spec: { hard: { [name]: '1' } } } as ApiObject
  const stored = [{ group: '', resource: 'resourcequotas', object: quota }]
  const spec = { storageClassName: 'gold', resources: { requests: { storage: '2' } } }
  const { refusal } = await (await judge(resourceQuota, { stored })).judge(create('persistentvolumeclaims', { spec }))
  expect(refusal.message).toContain(`requested: ${name}=2`)
})

it('reads configurations of its groups', async () => {
  const limits = [{ type: 'Server', qps: 1, burst: 1 }]
  const configuration = { apiVersion: 'eventratelimit.admission.platform.io/v1alpha1', kind: 'Configuration', limits }
  await judge(eventRateLimit, { configuration })
  const quotas = { apiVersion: 'apiserver.config.platform.io/v1', kind: 'ResourceQuotaConfiguration' }
  await judge(resourceQuota, { configuration: quotas })
})
