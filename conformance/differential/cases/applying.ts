import type { Area, Case, Step } from './case.ts'
import { storedKinds, type Kind, type Sample } from './kinds.ts'
import { set } from './mutate.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const sequences = 4
const stepsOfASequence = 12
const applyType = 'application/apply-patch+yaml'

/** A random number below a limit; the same ones in every run. */
type Random = (limit: number) => number

/** Random sequences of appliers and updaters on every kind; the answers show who owns what. */
export const applying: Area = {
  name: 'apply',
  title: 'random sequences of server-side apply and updates',
  async stages({ prefix, every = 1 }) {
    const namespace = `${prefix}-apply`
    const kinds = (await storedKinds()).filter(({ resource }) => resource !== 'namespaces')
    const turns = Math.max(1, Math.round(sequences / every))
    const cases = kinds.flatMap((kind) => {
      const first = seedOf(kind.name)
      const places = Array.from({ length: turns }, (_none, turn) => ({ prefix, namespace, seed: first + turn }))
      return places.map((place) => sequenceOf(kind, place))
    })
    return [makeNamespaces([namespace]), cases, deleteNamespaces([namespace])]
  },
}

/** The first seed of a kind, a multiple of 100. It depends on the name alone, so that recordings stay valid for other kinds. */
function seedOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) % 9_973
  return hash * 100
}

interface Place {
  readonly prefix: string
  readonly namespace: string
  readonly seed: number
}

function sequenceOf(kind: Kind, { prefix, namespace, seed }: Place): Case {
  const random = randomOf(seed)
  const sample = kind.sample({ prefix, namespace })
  // Kinds whose names have a meaning: the sequences would meet at one object.
  const isNamed = /\./.test(sample.metadata.name)
  if (isNamed && seed % 100 > 0) return { name: `${kind.name} seed ${seed}`, kind: kind.resource, steps: [] }
  const name = isNamed ? sample.metadata.name : `${sample.metadata.name}-a${seed}`
  const path = kind.path(namespace, name)
  const steps = Array.from({ length: stepsOfASequence }, () => stepOf({ ...sample, metadata: { name } }, path, random))
  const remove = [
    { method: 'PATCH', path, body: { metadata: { finalizers: null } }, silent: true },
    { method: 'DELETE', path, body: { gracePeriodSeconds: 0, propagationPolicy: 'Background' }, silent: true },
  ]
  return {
    name: `${kind.name} seed ${seed}`,
    kind: kind.resource,
    steps: [...steps.flatMap((step) => [step, ...settled(kind, path)]), { method: 'GET', path }, ...remove],
  }
}

/** The conditions of an APIService are written in the background on both sides: the next step waits for them. */
function settled({ resource }: Kind, path: string): Step[] {
  if (resource !== 'apiservices') return []
  return [{ method: 'GET', path, silent: true, until: '"type":"Available"|"code":404' }]
}

function stepOf(base: Sample, path: string, random: Random): Step {
  const manager = ['a', 'b', 'c'][random(3)] ?? 'a'
  switch (random(6)) {
    case 0:
      return { method: 'PATCH', path: `${path}?fieldManager=${manager}`, body: withFragments({ metadata: {} }, random) }
    case 1:
      return {
        method: 'PATCH',
        path: `${path}?fieldManager=${manager}&dryRun=All&force=true`,
        type: applyType,
        body: configurationOf(base, random),
      }
    case 2:
    case 3:
      return {
        method: 'PATCH',
        path: `${path}?fieldManager=${manager}&force=true`,
        type: applyType,
        body: configurationOf(base, random),
      }
    case 4:
      return {
        method: 'PATCH',
        path: `${path}?fieldManager=${manager}`,
        type: applyType,
        body: configurationOf(base, random),
      }
    default:
      return { method: 'PUT', path: `${path}?fieldManager=${manager}`, body: withFragments(base, random) }
  }
}

/** The object without some of the fields of its spec, and with some labels, annotations and others. */
function configurationOf(base: Sample, random: Random): object {
  const { apiVersion, kind, metadata, ...content } = base
  const kept = Object.entries(content).map(([name, value]) => [name, thinned(value, random)])
  const isWhole = random(3) > 0
  return withFragments({ apiVersion, kind, metadata, ...(isWhole ? content : Object.fromEntries(kept)) }, random)
}

function thinned(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(() => random(4) > 0))
}

/** What may be added anywhere. */
const fragments: readonly (readonly [readonly string[], readonly unknown[]])[] = [
  [
    ['metadata', 'labels', 'one'],
    ['x', 'y'],
  ],
  [
    ['metadata', 'labels', 'two'],
    ['x', 'y'],
  ],
  [
    ['metadata', 'annotations', 'one'],
    ['x', 'y'],
  ],
  [
    ['metadata', 'annotations', 'example.com/two'],
    ['', 'y'],
  ],
  [
    ['metadata', 'finalizers'],
    [['example.com/a'], ['example.com/b'], ['example.com/a', 'example.com/b']],
  ],
  [
    ['metadata', 'labels'],
    [{}, { three: 'z' }],
  ],
  [
    ['metadata', 'ownerReferences'],
    [
      [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u1' }],
      [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'p', uid: 'u2' }],
    ],
  ],
]

function withFragments(object: object, random: Random): object {
  let result: unknown = object
  for (let turn = random(4); turn >= 0; turn--) {
    const [path, values] = fragments[random(fragments.length)] ?? [[], []]
    result = set(result, path, values[random(values.length)])
  }
  return result as object
}

function randomOf(seed: number): Random {
  let state = (seed + 1) * 2_654_435_761
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return state % limit
  }
}
