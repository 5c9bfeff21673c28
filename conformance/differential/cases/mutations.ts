import type { Area, Case, CaseContext, Step } from './case.ts'
import { allKinds, type Kind, type Sample } from './kinds.ts'
import { mutateMetadata } from './metadata.ts'
import { mutate, type Mutation } from './mutate.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const stepsOfACase = 40

/** Every kind: generated changes of a valid object, as dry runs of creates, updates and updates of the status. */
export const mutations: Area = {
  name: 'mutations',
  title: 'invalid objects of every kind',
  stages: async (context) => mutationsOf(await allKinds(), context),
}

/** The stages of generated changes of objects of the kinds. */
export function mutationsOf(
  kinds: readonly Kind[],
  context: CaseContext,
  prepare: (namespace: string) => readonly Case[] = () => [],
): readonly (readonly Case[])[] {
  const namespace = `${context.prefix}-mutations`
  const stored = kinds.filter(({ row }) => row.isVirtual !== true)
  return [
    makeNamespaces([namespace]),
    prepare(namespace),
    stored.map((kind) => make(kind, sampleOf(kind, context))),
    kinds.flatMap((kind) => casesOf(kind, sampleOf(kind, context), context)),
    stored.map((kind) => remove(kind, sampleOf(kind, context))),
    deleteNamespaces([namespace]),
  ]
}

interface Target {
  readonly sample: Sample
  readonly namespace: string
}

function sampleOf(kind: Kind, { prefix }: CaseContext): Target {
  const namespace = `${prefix}-mutations`
  return { sample: kind.sample({ prefix, namespace }), namespace }
}

/** Definitions and flow schemas get a status from the server itself, after the create. */
const settleMs = 3000

function make(kind: Kind, { sample, namespace }: Target): Case {
  const path = kind.path(namespace)
  const isSettling = /^(customresourcedefinitions|flowschemas|prioritylevelconfigurations|apiservices)$/.test(
    kind.resource,
  )
  const name = kind.path(namespace, sample.metadata.name)
  const wait: Step[] = isSettling ? [{ method: 'GET', path: name, afterMs: settleMs, silent: true }] : []
  return { name: `make ${kind.name}`, kind: kind.resource, steps: [{ method: 'POST', path, body: sample }, ...wait] }
}

function remove(kind: Kind, { sample, namespace }: Target): Case {
  const path = kind.path(namespace, sample.metadata.name)
  const body = { gracePeriodSeconds: 0, propagationPolicy: 'Background' }
  return { name: `remove ${kind.name}`, kind: kind.resource, steps: [{ method: 'DELETE', path, body, silent: true }] }
}

function casesOf(kind: Kind, target: Target, { every = 1 }: CaseContext): Case[] {
  const steps: Step[] = []
  const { sample, namespace } = target
  const collection = kind.path(namespace)
  const fresh = anotherOf(sample)
  const bodies = [...mutateMetadata(fresh), ...mutate(fresh, kind.schema, ['apiVersion', 'kind', 'metadata', 'status'])]
  for (const { object } of thin(bodies, every)) steps.push(post(collection, object))
  for (const body of oddBodies(fresh)) steps.push(post(collection, body))
  if (kind.row.isVirtual !== true) steps.push(...updates(kind, target, every))
  return chunk(steps).map((part, at) => ({ name: `${kind.name} ${at}`, kind: kind.resource, steps: part }))
}

/** Another object of the kind, in a create that is not stored. */
function anotherOf(sample: Sample): Sample {
  const { name } = sample.metadata
  if (name === '') return sample
  // Names of definitions and of APIServices repeat their group.
  if (name.endsWith('.example.com'))
    return JSON.parse(JSON.stringify(sample).replaceAll('.example.com', '.new.example.com')) as Sample
  const other = /^\d/.test(name) ? name.replace(/\d+$/, '8') : `${name}-new`
  return { ...sample, metadata: { ...sample.metadata, name: other } }
}

function post(path: string, body: unknown): Step {
  return { method: 'POST', path: `${path}?dryRun=All`, body }
}

function updates(kind: Kind, { sample, namespace }: Target, every: number): Step[] {
  const path = kind.path(namespace, sample.metadata.name)
  const metadata = { ...sample.metadata, resourceVersion: '{{0.metadata.resourceVersion}}', uid: '{{0.metadata.uid}}' }
  const live = { ...sample, metadata }
  const put = (suffix: string, object: unknown): Step => ({
    method: 'PUT',
    path: `${path}${suffix}?dryRun=All`,
    body: object,
  })
  const bodies = [...mutateMetadata(live), ...mutate(live, kind.schema, ['apiVersion', 'kind', 'metadata', 'status'])]
  const steps = thin(bodies, every * 2).map(({ object }) => put('', object))
  if (kind.row.hasStatus !== true || !kind.schema.fields.has('status')) return steps
  const others = [...kind.schema.fields.keys()].filter((name) => name !== 'status')
  const statuses = thin([...mutate(live, kind.schema, others)], every)
  return [...steps, ...statuses.map(({ object }) => put('/status', object))]
}

/** Bodies that are no objects of the kind. */
function oddBodies(sample: Sample): unknown[] {
  return [
    '',
    'null',
    '[]',
    '"x"',
    '1',
    '{',
    '{}',
    '{"kind":"Nope","apiVersion":"v1"}',
    '{"kind":"ConfigMap","apiVersion":"v2"}',
    { ...sample, kind: 'Nope' },
    { ...sample, apiVersion: 'nope/v1' },
    { ...sample, kind: '' },
    { ...sample, apiVersion: '' },
    { ...sample, kind: 'ConfigMap', apiVersion: 'v1' },
    { ...sample, nope: 1, spec: 'x' },
    `${JSON.stringify(sample)}x`,
    JSON.stringify(sample).replace('"kind"', '"kind":"X","kind"'),
    JSON.stringify(sample).replace('"metadata"', '"Metadata"'),
  ]
}

/** Types that several kinds repeat, and schemas in schemas: one in so many of their changes is enough. */
const repeated = /emplate\.spec\.|openAPIV3Schema\.|^spec\.(volumes|initContainers|ephemeralContainers)\./
const everyRepeated = 7

function thin(list: readonly Mutation[], every: number): readonly Mutation[] {
  return list.filter(({ name }, at) => at % (repeated.test(name) ? every * everyRepeated : every) === 0)
}

/** Cases of a few steps each; one with updates first reads the live object. */
function chunk(steps: readonly Step[]): Step[][] {
  const chunks: Step[][] = []
  for (let at = 0; at < steps.length; at += stepsOfACase) {
    const part = steps.slice(at, at + stepsOfACase)
    const update = part.find(({ method }) => method === 'PUT')
    const live: Step = { method: 'GET', path: update?.path.replace(/(\/status)?\?.*/, '') ?? '/version', silent: true }
    chunks.push([live, ...part])
  }
  return chunks
}
