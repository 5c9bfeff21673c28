import { loadProtobuf } from '@pinnace/versioning'
import { statusOf } from '../../every-kind/samples.ts'
import type { Area, Case, Step } from './case.ts'
import { storedKinds, type Kind } from './kinds.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const protobuf = 'application/vnd.kubernetes.protobuf'
const accept = { accept: protobuf }
const tableAccept = { accept: `${protobuf};as=Table;g=meta.k8s.io;v=v1` }
const metadataAccept = { accept: `${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1` }
const listAccept = { accept: `${protobuf};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1` }

/** Every kind with requests and responses in protobuf. */
export const protobufs: Area = {
  name: 'protobuf',
  title: 'requests and responses in protobuf',
  async stages({ prefix }) {
    const namespace = `${prefix}-protobuf`
    const kinds = (await storedKinds()).filter(({ resource }) => resource !== 'customresourcedefinitions')
    const encode = await createEncoder()
    return [
      makeNamespaces([namespace]),
      [...kinds.map((kind) => lifeOf(kind, { prefix, namespace, encode })), broken(namespace, encode)],
      deleteNamespaces([namespace]),
    ]
  },
}

/** The bytes of an object in its envelope, base64. */
type Encode = (kind: Kind, object: object) => string

async function createEncoder(): Promise<Encode> {
  const { writeEnvelope } = await loadProtobuf()
  return (kind, object) => {
    const typed = { ...object, apiVersion: kind.groupVersion, kind: kind.row.kind }
    return Buffer.from(writeEnvelope(kind.schema, typed)).toString('base64')
  }
}

interface Context {
  readonly prefix: string
  readonly namespace: string
  readonly encode: Encode
}

function lifeOf(kind: Kind, { prefix, namespace, encode }: Context): Case {
  const plain = kind.sample({ prefix: `${prefix}-pb`, namespace })
  const { name } = plain.metadata
  const label = `${prefix}-${kind.name}`.slice(0, 63)
  const labels = { ...(plain.metadata['labels'] as object | undefined), protobuf: label }
  const sample = { ...plain, metadata: { ...plain.metadata, labels } }
  const collection = kind.path(namespace)
  const path = kind.path(namespace, name)
  const send = (method: string, target: string, object: object): Step => ({
    method,
    path: target,
    type: protobuf,
    headers: accept,
    bytes: encode(kind, object),
  })
  const read = (target: string, headers: Readonly<Record<string, string>>): Step => ({
    method: 'GET',
    path: target,
    headers,
  })
  const selected = `${collection}?labelSelector=protobuf%3D${label}`
  const annotated = { ...sample, metadata: { ...sample.metadata, annotations: { a: 'b' } } }
  const status = statusOf(kind)
  return {
    name: kind.name,
    kind: kind.resource,
    steps: [
      send('POST', `${collection}?dryRun=All`, sample),
      send('POST', `${collection}?fieldManager=creator`, sample),
      ...(kind.resource === 'apiservices' ? [{ ...read(path, {}), silent: true, until: '"type":"Available"' }] : []),
      ...(/^(flowschemas|prioritylevelconfigurations)$/.test(kind.resource)
        ? [{ ...read(path, {}), silent: true, afterMs: 2000 }]
        : []),
      send('POST', collection, sample),
      read(path, accept),
      read(path, tableAccept),
      read(path, metadataAccept),
      read(path, { accept: 'application/json' }),
      read(selected, accept),
      read(selected, tableAccept),
      read(selected, listAccept),
      read(`${selected}&limit=1`, accept),
      read(`${path}-none`, accept),
      read(`${selected}&watch=1&timeoutSeconds=1`, { accept: `${protobuf};stream=watch` }),
      read(`${selected}&watch=1&timeoutSeconds=1`, accept),
      send('PUT', `${path}?dryRun=All`, annotated),
      send('PUT', `${path}?fieldManager=updater`, annotated),
      { method: 'PATCH', path, headers: accept, body: { metadata: { labels: { patched: 'yes' } } } },
      ...(kind.row.hasStatus === true ? [send('PUT', `${path}/status?dryRun=All`, { ...annotated, status })] : []),
      read(`${path}/scale`, accept),
      {
        method: 'PATCH',
        path: `${path}?fieldManager=a`,
        type: 'application/apply-patch+yaml',
        headers: accept,
        body: { apiVersion: kind.groupVersion, kind: kind.row.kind, metadata: { name, labels: { applied: 'yes' } } },
      },
      { method: 'DELETE', path: `${path}?dryRun=All`, headers: accept },
      { method: 'DELETE', path: `${path}?gracePeriodSeconds=0&propagationPolicy=Background`, headers: accept },
      { method: 'PATCH', path, body: { metadata: { finalizers: null } }, silent: true },
      { method: 'DELETE', path: `${path}?gracePeriodSeconds=0`, silent: true },
    ],
  }
}

/** Bodies that cannot be decoded. */
function broken(namespace: string, _encode: Encode): Case {
  const path = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`
  const bodies = [
    '',
    'k8s',
    'k8s\0',
    'nope',
    'k8s\0\x0a',
    'k8s\0\x0a\x0f\x0a\x02v1\x12\x09ConfigMap',
    'k8s\0\x0a\x0f\x0a\x02v1\x12\x09ConfigMap\x12\x02\x0a\x00',
    'k8s\0\x0a\x0f\x0a\x02v1\x12\x09ConfigMap\x12\x02\x0a\x05',
    'k8s\0\x0a\x0c\x0a\x02v1\x12\x06Secret\x12\x00',
    'k8s\0\x0a\x0a\x0a\x02v1\x12\x04Nope\x12\x00',
    'k8s\0\x0a\x0a\x0a\x02v9\x12\x04Nope\x12\x00',
    'k8s\0\x12\x07\x0a\x05\x0a\x03abc',
    'k8s\0\x0a\x0f\x0a\x02v1\x12\x09ConfigMap\x12\x07\x0a\x05\x0a\x03abc',
    'k8s\0\x0a\x0f\x0a\x02v1\x12\x09ConfigMap\x12\x07\x0a\x05\x0a\x03abc\x1a\x01x\x22\x01y',
    'k8s\0\x0a\x0f\x0a\x02v1\x12\x09ConfigMap\x12\x07\x0a\x05\x0a\x03A_c',
  ]
  const steps = bodies.map((text) => ({
    method: 'POST',
    path,
    type: protobuf,
    bytes: Buffer.from(text, 'latin1').toString('base64'),
  }))
  return {
    name: 'broken',
    kind: 'configmaps',
    steps: [...steps, ...steps.slice(-6).map((step) => ({ ...step, headers: accept }))],
  }
}
