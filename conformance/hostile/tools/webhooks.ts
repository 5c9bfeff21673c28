import type { Target } from '../run/target.ts'
import { until } from './many.ts'
import type { Peer } from './peer.ts'

export const webhookNamespace = 'webhooks'
const configurations = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations'

/** Registers a peer as a mutating webhook of ConfigMaps in {@link webhookNamespace}. */
export async function registerWebhook(target: Target, { url, ca }: Peer, timeoutSeconds: number): Promise<void> {
  const labels = { webhooks: 'yes' }
  await target.send({
    method: 'POST',
    path: '/api/v1/namespaces',
    body: { metadata: { name: webhookNamespace, labels } },
  })
  await target.send({
    method: 'POST',
    path: configurations,
    body: {
      metadata: { name: 'hostile' },
      webhooks: [
        {
          name: 'hostile.example.com',
          clientConfig: { url: `${url}/mutate`, caBundle: Buffer.from(ca).toString('base64') },
          namespaceSelector: { matchLabels: labels },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Fail',
          timeoutSeconds,
        },
      ],
    },
  })
}

/** Registers a resource whose conversion a peer does, with an object stored in the version `v1`. */
export async function registerConversion(target: Target, { url, ca }: Peer): Promise<void> {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  await target.send({
    method: 'POST',
    path,
    body: {
      metadata: { name: 'things.hostile.example.com' },
      spec: {
        group: 'hostile.example.com',
        scope: 'Cluster',
        names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } },
          { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema } },
        ],
        conversion: {
          strategy: 'Webhook',
          webhook: {
            conversionReviewVersions: ['v1'],
            clientConfig: { url: `${url}/convert`, caBundle: Buffer.from(ca).toString('base64') },
          },
        },
      },
    },
  })
  const things = '/apis/hostile.example.com/v1/things'
  await until(async () => (await target.send({ path: things })).status === 200, 10_000)
  const body = { apiVersion: 'hostile.example.com/v1', kind: 'Thing', metadata: { name: 'one' }, spec: { a: 'b' } }
  await target.send({ method: 'POST', path: things, body })
}

/** The path of the object in the version that must be converted. */
export const convertedPath = '/apis/hostile.example.com/v2/things/one'
