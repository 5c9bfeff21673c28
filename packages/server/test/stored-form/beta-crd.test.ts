import { expect, it } from 'vitest'
import { createMemoryStore } from '@pinnace/store/memory'
import { createServer } from '../../src/index.ts'
import { fromBetaCrd, toBetaCrd } from '../../src/storage/stored-form/beta-crd.ts'
import { call } from '../support/call.ts'
import { withoutNotes } from '../support/without-notes.ts'

const schema = { openAPIV3Schema: { type: 'object', properties: { size: { type: 'number', default: 1.5 } } } }
const column = { name: 'Size', type: 'number' }
const names = { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList' }
const head = { kind: 'CustomResourceDefinition', apiVersion: 'x/v1', metadata: { name: 'boats.x' }, status: {} }
const base = { group: 'x', names, scope: 'Cluster' }
const [one, two] = [
  { name: 'v1', served: true, storage: true },
  { name: 'v2', served: true, storage: false },
]

it.each([
  [
    'one version',
    { ...base, versions: [{ ...one, schema, subresources: { status: {} } }], conversion: { strategy: 'None' } },
    {
      ...base,
      version: 'v1',
      validation: schema,
      subresources: { status: {} },
      versions: [one],
      conversion: { strategy: 'None' },
      preserveUnknownFields: false,
    },
  ],
  [
    'versions that differ',
    {
      ...base,
      versions: [
        { ...one, schema, additionalPrinterColumns: [{ ...column, jsonPath: '.size' }] },
        { ...two, schema, deprecated: true },
      ],
    },
    {
      ...base,
      version: 'v1',
      validation: schema,
      versions: [
        { ...one, additionalPrinterColumns: [{ ...column, JSONPath: '.size' }] },
        { ...two, deprecated: true },
      ],
      preserveUnknownFields: false,
    },
  ],
  [
    'a webhook, columns and selectable fields of all versions',
    {
      ...base,
      versions: [one, two].map((version) => ({
        ...version,
        additionalPrinterColumns: [{ ...column, jsonPath: '.size' }],
        selectableFields: [{ jsonPath: '.size' }],
      })),
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://x' }, conversionReviewVersions: ['v1'] },
      },
      preserveUnknownFields: true,
    },
    {
      ...base,
      version: 'v1',
      additionalPrinterColumns: [{ ...column, JSONPath: '.size' }],
      selectableFields: [{ jsonPath: '.size' }],
      versions: [one, two],
      conversion: { strategy: 'Webhook', webhookClientConfig: { url: 'https://x' }, conversionReviewVersions: ['v1'] },
      preserveUnknownFields: true,
    },
  ],
])('a CRD with %s is stored as v1beta1, and read as it was', (_, spec, beta) => {
  expect(toBetaCrd({ ...head, spec })).toEqual({ ...head, spec: beta })
  expect(fromBetaCrd({ ...head, spec: beta })).toEqual({ ...head, spec })
})

it('a CRD of kube-apiserver is read, also one without versions, and a new one is stored as it would', async () => {
  const engine = createMemoryStore()
  const key = '/registry/apiextensions.k8s.io/customresourcedefinitions/boats.x.example.com'
  const stored = {
    kind: 'CustomResourceDefinition',
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    metadata: { name: 'boats.x.example.com', uid: '1', generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { ...base, group: 'x.example.com', version: 'v1', validation: schema, preserveUnknownFields: false },
    status: { conditions: [{ type: 'Established', status: 'True' }], acceptedNames: names, storedVersions: ['v1'] },
  }
  engine.put(key, { bytes: Buffer.from(`${JSON.stringify(stored)}\n`) })
  const server = await createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    store: withoutNotes(engine),
    storageMediaType: 'application/json',
  })
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const { text } = await call(server, 'GET', path)
  expect(JSON.parse(text)).toMatchObject({
    items: [{ spec: { versions: [{ ...one, schema }] }, metadata: { name: 'boats.x.example.com' } }],
  })
  const next = { ...base, group: 'y.example.com', scope: 'Namespaced', versions: [{ ...one, schema }] }
  const created = await call(server, 'POST', path, {
    body: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: stored.kind,
      metadata: { name: 'boats.y.example.com' },
      spec: next,
    },
  })
  expect(created.status).toBe(201)
  const entry = engine.get(key.replace('.x.', '.y.'))
  expect(JSON.parse(Buffer.from(entry?.value ?? []).toString())).toMatchObject({
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    spec: { version: 'v1', validation: schema, versions: [one], preserveUnknownFields: false },
  })
})
