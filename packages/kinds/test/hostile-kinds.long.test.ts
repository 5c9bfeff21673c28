import type { Field, Schema } from '@pinnace/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const kinds = [
  'admissionregistration.k8s.io/v1/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration',
  'networking.k8s.io/v1/Ingress',
  'networking.k8s.io/v1/IngressClass',
  'networking.k8s.io/v1/NetworkPolicy',
  'node.k8s.io/v1/RuntimeClass',
  'policy/v1/PodDisruptionBudget',
  'scheduling.k8s.io/v1/PriorityClass',
  'storage.k8s.io/v1/StorageClass',
  'v1/LimitRange',
  'v1/PersistentVolume',
  'v1/PersistentVolumeClaim',
  'v1/ResourceQuota',
]

const words = fc.constantFrom(
  '',
  '*',
  '*/*',
  'a',
  'A/b',
  '__proto__',
  'storage',
  'cpu',
  'Pod',
  'Container',
  'https://a',
  '1.2.3.4',
  '10.0.0.0/8',
  'x'.repeat(300),
)
const amounts = fc.constantFrom('0', '1', '-1', '500m', '1Gi', '9Ei')

/** Anything a client may send that decodes: fields left out, empty, null, and of the strangest contents. */
function anyOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return depth > 7 ? fc.constant({}) : anyObject([...schema.fields.values()], depth)
    case 'list':
      return fc.array(anyOf(schema.items, depth + 1), { maxLength: 2 })
    case 'map':
      return fc.dictionary(words, anyOf(schema.values, depth + 1), { maxKeys: 2 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.constantFrom(0, 1, -1, 31, 443, 70_000)
    case 'int-or-string':
      return fc.constantFrom<unknown>(0, -1, 70_000, '', '50%', '101%', 'http')
    case 'string':
      return schema.format === 'quantity' ? amounts : timeOr(schema, words)
    default:
      return fc.constant({})
  }
}

function timeOr(schema: { readonly format?: string }, others: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (schema.format === undefined) return others
  if (schema.format === 'bytes') return fc.constantFrom('AAAA', '')
  return fc.constant('2026-01-01T00:00:00Z')
}

function anyObject(fields: readonly Field[], depth: number): fc.Arbitrary<unknown> {
  const shape = fields.filter(({ name }) => name !== 'metadata' && name !== 'kind' && name !== 'apiVersion')
  return fc.record(Object.fromEntries(shape.map(({ name, schema }) => [name, anyOf(schema, depth + 1)])), {
    requiredKeys: [],
  })
}

describe.each(kinds)('%s', (kind) => {
  const { schema, columns, subresources, strategy, scope } = definitionOf(kind)
  const metadata = scope === 'Namespaced' ? { name: 'a', namespace: 'n' } : { name: 'a' }
  const views = [undefined, ...Object.keys(subresources)]

  it('says what is wrong with anything that can be read, and prints it', () => {
    const any = anyOf(schema()) as fc.Arbitrary<object>
    fc.assert(
      fc.property(any, any, (first, second) => {
        const { object } = create(kind, { ...first, metadata })
        for (const subresource of views) {
          const changed = { ...second, metadata: { ...metadata, resourceVersion: '1' } }
          const { errors } = update(kind, object, changed, subresource === undefined ? {} : { subresource })
          expect(errors.every((line) => typeof line === 'string')).toBe(true)
        }
        strategy.warnings?.(object, undefined)
        expect(Object.keys(cells(kind, { ...first, metadata }))).toHaveLength(columns.length)
      }),
      { numRuns: process.env['PINNACE_LONG'] === '1' ? 300 : 100, seed: 5 },
    )
  })
})

describe('as large as a request may be', () => {
  const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
  const meta = { name: 'a', namespace: 'n' }

  it.each<[string, string, () => Loose]>([
    [
      'a quota of many scopes for many resources',
      'v1/ResourceQuota',
      () => ({
        scopes: many(60_000, (index) => (index % 2 === 0 ? 'BestEffort' : `x${index}`)),
        hard: Object.fromEntries(many(60_000, (index) => [`hugepages-${index}`, '1'])),
        scopeSelector: { matchExpressions: many(20_000, () => ({ scopeName: 'BestEffort', operator: 'Exists' })) },
      }),
    ],
    [
      'a policy that leaves out many ranges',
      'networking.k8s.io/v1/NetworkPolicy',
      () => ({
        podSelector: {},
        ingress: [
          { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: many(90_000, (index) => `11.0.0.${index % 256}/32`) } }] },
        ],
      }),
    ],
    [
      'an ingress of many paths',
      'networking.k8s.io/v1/Ingress',
      () => ({
        rules: many(20_000, () => ({ host: 'A', http: { paths: [{ path: 'a//b', pathType: 'Exact', backend: {} }] } })),
      }),
    ],
  ])('%s is validated, with messages not longer than the input', (_, kind, spec) => {
    const { errors } = create(kind, { metadata: meta, spec: spec() })
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.reduce((sum, line) => sum + line.length, 0)).toBeLessThan(100_000_000)
  })
})
