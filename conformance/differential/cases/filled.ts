import type { ObjectSchema, Schema } from '@pinnace/schema'
import type { Area, Case, CaseContext, Step } from './case.ts'
import { allKinds, type Kind, type Sample } from './kinds.ts'
import { alternates } from './alternates.ts'
import { mutate, set, type Json } from './mutate.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

type Path = readonly (string | number)[]

const stepsOfACase = 40

/** Types that several kinds repeat: one in so many of their fields is enough. */
const repeated = /emplate\.spec\.|openAPIV3Schema\./
const everyRepeated = 2

/** Every kind: each field with members, at every depth, with all of its members at once. */
export const filled: Area = {
  name: 'filled',
  title: 'each field of every kind with all of its members',
  async stages(context) {
    const namespace = `${context.prefix}-filled`
    const kinds = await allKinds()
    return [
      makeNamespaces([namespace]),
      kinds.filter(hasStatus).map((kind) => make(kind, namespace, context)),
      kinds.flatMap((kind) => casesOf(kind, namespace, context)),
      kinds.filter(hasStatus).map((kind) => remove(kind, namespace, context)),
      deleteNamespaces([namespace]),
    ]
  },
}

function hasStatus({ row, schema }: Kind): boolean {
  return row.isVirtual !== true && row.hasStatus === true && schema.fields.has('status')
}

function storedSample(kind: Kind, namespace: string, prefix: string): Sample {
  const sample = kind.sample({ prefix, namespace })
  const { name } = sample.metadata
  // Names of definitions, services of APIs and addresses say what the object is.
  return /example\.com$|^\d/.test(name)
    ? sample
    : { ...sample, metadata: { ...sample.metadata, name: `${name}-stored` } }
}

/** Definitions and flow schemas get a status from the server itself, after the create. */
const settleMs = 3000

function make(kind: Kind, namespace: string, { prefix }: CaseContext): Case {
  const body = storedSample(kind, namespace, prefix)
  const path = kind.path(namespace)
  return {
    name: `make ${kind.name}`,
    kind: kind.resource,
    steps: [
      { method: 'POST', path, body, silent: true },
      { method: 'GET', path: `${path}/${body.metadata.name}`, silent: true, afterMs: settleMs },
    ],
  }
}

function remove(kind: Kind, namespace: string, { prefix }: CaseContext): Case {
  const path = kind.path(namespace, storedSample(kind, namespace, prefix).metadata.name)
  const body = { gracePeriodSeconds: 0, propagationPolicy: 'Background' }
  return { name: `remove ${kind.name}`, kind: kind.resource, steps: [{ method: 'DELETE', path, body, silent: true }] }
}

function casesOf(kind: Kind, namespace: string, { prefix, every = 1 }: CaseContext): Case[] {
  const sample = kind.sample({ prefix, namespace })
  const fresh = { ...sample, metadata: { ...sample.metadata, name: `${sample.metadata.name}-filled` } }
  const path = `${kind.path(namespace)}?dryRun=All`
  const places = [...placesOf(kind.schema, [], new Map())].filter(({ path: [first] }) => !skipped.has(String(first)))
  const thin = places.filter(
    ({ path: at }, index) => index % (repeated.test(at.join('.')) ? every * everyRepeated : every) === 0,
  )
  const stored = storedSample(kind, namespace, prefix)
  const status = `${kind.path(namespace, stored.metadata.name)}/status?dryRun=All`
  const steps: Step[] = thin.flatMap(({ path: at, schema, name }) => {
    const isStatus = at[0] === 'status'
    if (isStatus && !hasStatus(kind)) return []
    return variants.map((variant) => {
      const value = fillAll(schema, name, { variant, depth: maxDepth })
      return isStatus
        ? { method: 'PUT', path: status, body: set(stored, at, value) }
        : { method: 'POST', path, body: set(fresh, at, value) }
    })
  })
  for (const { spec, changed } of alternates.filter(({ kind: of }) => of === kind.name)) {
    const object = { ...fresh, spec } as Json
    const other =
      sample['spec'] === undefined
        ? []
        : mutationsOf(kind, object, changed).filter((_one, index) => index % every === 0)
    steps.push(...[object, ...other].map((body): Step => ({ method: 'POST', path, body })))
  }
  const cases: Case[] = []
  for (let from = 0; from < steps.length; from += stepsOfACase) {
    cases.push({
      name: `${kind.name} ${from / stepsOfACase}`,
      kind: kind.resource,
      steps: steps.slice(from, from + stepsOfACase),
    })
  }
  return cases
}

/** Changes of some members of the spec. */
function mutationsOf(kind: Kind, object: Json, changed: readonly string[]): Json[] {
  const spec = kind.schema.fields.get('spec')?.schema
  if (spec?.type !== 'object') return []
  const others = [...spec.fields.keys()].filter((name) => !changed.includes(name))
  return [...mutate(object['spec'] as Json, spec, others)].map((mutation) => ({ ...object, spec: mutation.object }))
}

const skipped = new Set(['apiVersion', 'kind', 'metadata'])
const maxDepth = 6

/** `named`: texts are of no format that a rule allows. `plain`: they are short, and those of an enum are allowed. */
const variants = ['named', 'plain'] as const
type Variant = (typeof variants)[number]

interface Place {
  readonly path: Path
  readonly schema: Schema
  readonly name: string
}

/** The fields with members, from the root down; types within themselves once. */
function* placesOf(schema: ObjectSchema, path: Path, within: Map<Schema, number>): Generator<Place> {
  const times = within.get(schema) ?? 0
  if (times > 1) return
  within.set(schema, times + 1)
  for (const { name, schema: of } of schema.fields.values()) {
    if (path.length === 0 && skipped.has(name)) continue
    const at = [...path, name]
    if (of.type === 'object' || of.type === 'list' || of.type === 'map') yield { path: at, schema: of, name }
    const [inner, step] = of.type === 'list' ? [of.items, [0]] : of.type === 'map' ? [of.values, ['k']] : [of, []]
    if (inner.type === 'object') yield* placesOf(inner, [...at, ...step], within)
  }
  within.set(schema, times)
}

/** A value with all members of its type. */
function fillAll(schema: Schema, name: string, { variant, depth }: { variant: Variant; depth: number }): unknown {
  const inner = { variant, depth: depth - 1 }
  switch (schema.type) {
    case 'object':
      if (depth === 0) return {}
      return Object.fromEntries([...schema.fields.values()].map((of) => [of.name, fillAll(of.schema, of.name, inner)]))
    case 'list':
      return depth === 0 ? [] : [fillAll(schema.items, name, inner)]
    case 'map':
      return depth === 0 ? {} : { [variant === 'named' ? `${name}Key` : 'k']: fillAll(schema.values, name, inner) }
    case 'boolean':
      return true
    case 'integer':
    case 'number':
    case 'int-or-string':
      return variant === 'named' ? 5 : 1
    case 'string':
      return fillText(schema, name, variant)
    default:
      return { a: 1 }
  }
}

function fillText(
  { format, enum: allowed }: Extract<Schema, { type: 'string' }>,
  name: string,
  variant: Variant,
): string {
  const formatted = texts[format ?? '']
  if (formatted !== undefined) return formatted
  if (variant === 'named') return `${name}Value`
  return allowed?.find((value) => value !== '') ?? 'x'
}

const texts: Readonly<Record<string, string>> = {
  bytes: 'eA==',
  time: '2026-01-02T03:04:05Z',
  'micro-time': '2026-01-02T03:04:05.123456Z',
  duration: '1h0m0s',
  quantity: '1',
}
