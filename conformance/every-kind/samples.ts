import { readFileSync } from 'node:fs'
import { loadAll } from 'js-yaml'
import type { ServedKind } from './served-kinds.ts'

/** An object as it is sent. */
export interface Sample {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly [member: string]: unknown
}

/** The label of every sample: deletecollection selects by it. */
export const sampleLabels = { 'every-kind': 'sample' }

const files = ['../go/testdata/objects.yaml', '../differential/samples/versions.yaml']
const samples: Sample[] = files.flatMap((file) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return loadAll(text.replaceAll('NAMESPACE', 'default').replaceAll('PREFIX', 'every-kind')).map((object) =>
    labelled(object as Sample),
  )
})

// CN=ed, made and signed by OpenSSL with an Ed25519 key.
const certificateRequest = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIGMMEACAQAwDTELMAkGA1UEAwwCZWQwKjAFBgMrZXADIQCYm0RVP+6rMGA4M1845vJloc64ElQFC4xM',
  'Wzm214EW6qAAMAUGAytlcANBAOHCxV26+PRxlWq8UPauHmnVLD3WcrrUA5KCOUAPTxpT6c9vneC0WucY',
  'hqwd+8NbeNzHQB2DiJ0nYVrMdHJCtQc=',
  '-----END CERTIFICATE REQUEST-----',
  '',
].join('\n')

const certificateSpec = {
  request: Buffer.from(certificateRequest).toString('base64'),
  signerName: 'example.com/every-kind',
  usages: ['client auth'],
}

/** Samples of kinds that the list of the Go suite does not have, by `apiVersion kind`. */
const others: Readonly<Record<string, object>> = {
  'v1 ComponentStatus': { metadata: { name: 'etcd-0' } },
  'v1 Binding': { metadata: { name: 's' }, target: { kind: 'Node', name: 'n' } },
  'apiregistration.k8s.io/v1 APIService': {
    metadata: { name: 'v1.every-kind.example.com' },
    spec: {
      group: 'every-kind.example.com',
      version: 'v1',
      groupPriorityMinimum: 10,
      versionPriority: 10,
      insecureSkipTLSVerify: true,
      service: { namespace: 'default', name: 'none' },
    },
  },
  'apiextensions.k8s.io/v1 CustomResourceDefinition': {
    metadata: { name: 'shelves.every-kind.example.com' },
    spec: {
      group: 'every-kind.example.com',
      scope: 'Namespaced',
      names: { plural: 'shelves', kind: 'Shelf' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  },
  'certificates.k8s.io/v1 CertificateSigningRequest': { metadata: { name: 's' }, spec: certificateSpec },
  'certificates.k8s.io/v1beta1 CertificateSigningRequest': { metadata: { name: 's' }, spec: certificateSpec },
}

/** The object of a kind that the suite writes. */
export function sampleOf({ groupVersion, group, kind }: ServedKind): Sample {
  const found = samples.find((sample) => sample.apiVersion === groupVersion && sample.kind === kind)
  if (found !== undefined) return found
  const other = others[`${groupVersion} ${kind}`]
  if (other !== undefined) return labelled({ apiVersion: groupVersion, kind, ...other } as Sample)
  // A beta version takes what the stable version takes.
  const stable = samples.find((sample) => sample.apiVersion === `${group}/v1` && sample.kind === kind)
  if (stable !== undefined) return { ...stable, apiVersion: groupVersion }
  throw new Error(`no sample of ${groupVersion} ${kind}`)
}

/** What must exist before an object of the kind can be created. */
export function prerequisitesOf({ resource }: ServedKind): readonly Sample[] {
  return resource === 'bindings' ? samples.filter(({ kind }) => kind === 'Pod') : []
}

const conditions = [
  {
    type: 'Sampled',
    status: 'True',
    reason: 'Sampled',
    message: 'by every-kind',
    lastTransitionTime: '2026-01-02T03:04:05Z',
  },
]

const claimStatus = {
  allocation: {
    devices: { results: ['d', 'e'].map((device) => ({ request: 'r', driver: 'a.b', pool: 'p', device })) },
  },
}

/** Members of the status that a controller would write, where `conditions` are not what the kind has. */
const statuses: Readonly<Record<string, object>> = {
  'v1 persistentvolumes': { phase: 'Available' },
  'v1 resourcequotas': { hard: { pods: '100' }, used: { pods: '1' } },
  'batch/v1 cronjobs': { lastScheduleTime: '2026-01-02T03:04:00Z' },
  'networking.k8s.io/v1 ingresses': { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
  'storage.k8s.io/v1 volumeattachments': { attached: true },
  'resource.k8s.io/v1 resourceclaims': claimStatus,
  'resource.k8s.io/v1beta2 resourceclaims': claimStatus,
  'resource.k8s.io/v1beta1 resourceclaims': claimStatus,
  'autoscaling/v1 horizontalpodautoscalers': { currentReplicas: 1, desiredReplicas: 1 },
}

/** A status that differs from that of a new object. */
export function statusOf({ groupVersion, resource }: Pick<ServedKind, 'groupVersion' | 'resource'>): object {
  return statuses[`${groupVersion} ${resource}`] ?? { conditions }
}

function labelled(object: Sample): Sample {
  return { ...object, metadata: { ...object.metadata, labels: sampleLabels } }
}
