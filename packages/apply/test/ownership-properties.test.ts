import { StatusError } from '@pinnace/meta'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { eachPath, type FieldSet } from '../src/index.ts'
import { Cluster, type Loose } from './fixtures/cluster.ts'
import { flatten, OwnershipModel } from './fixtures/ownership-model.ts'

const nonEmpty = <T extends object>(value: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  value.filter((one) => Object.keys(one).length > 0)
const number = fc.integer({ min: 1, max: 2 })
const text = fc.constantFrom('x', 'y')

/** Specs without empty maps and lists, which a stored object would not have. */
const spec: fc.Arbitrary<object> = fc.record(
  {
    replicas: number,
    paused: fc.constant(true),
    strategy: nonEmpty(
      fc.record(
        { type: text, window: nonEmpty(fc.record({ size: number, unit: text }, { requiredKeys: [] })) },
        { requiredKeys: [] },
      ),
    ),
    zones: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
    steps: fc.array(fc.record({ name: text }), { minLength: 1, maxLength: 2 }),
    limits: nonEmpty(fc.dictionary(fc.constantFrom('p', 'q', '__proto__'), text)),
    quota: nonEmpty(fc.dictionary(fc.constantFrom('p', 'q'), text)),
    template: fc.record({
      spec: fc.record({
        volumes: fc.uniqueArray(
          fc.record({ name: fc.constantFrom('u', 'v', 'w'), path: text }, { requiredKeys: ['name'] }),
          { minLength: 1, selector: ({ name }) => name },
        ),
      }),
    }),
  },
  { requiredKeys: [] },
)

const manager = fc.constantFrom('a', 'b', 'c')
const operation = fc.oneof(
  fc.record({ type: fc.constant('update' as const), manager, spec, force: fc.constant(false) }),
  fc.record({ type: fc.constant('apply' as const), manager, spec, force: fc.boolean() }),
)

const options = { numRuns: process.env['PINNACE_LONG'] === '1' ? 400 : 100 }

function ownersOf(cluster: Cluster): Record<string, string[]> {
  const owners: Record<string, string[]> = {}
  for (const { manager: name, operation: verb, fieldsV1 } of cluster.entries) {
    const paths: string[] = []
    eachPath(fieldsV1 as FieldSet, (path) => paths.push(path.join('\n')))
    owners[`${name} ${verb}`] = paths.sort()
  }
  return owners
}

const sorted = (flat: Map<string, string>): [string, string][] =>
  [...flat].sort(([left], [right]) => (left < right ? -1 : 1))

describe('server-side apply', () => {
  it('agrees with a brute-force model after any sequence of updates and applies', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 8 }), (operations) => {
        const cluster = new Cluster()
        const model = new OwnershipModel()
        for (const { type, manager: name, spec: wanted, force } of operations) {
          if (type === 'update') {
            // An object without any owner is not tracked before the first apply, which the model does not know.
            if (cluster.live !== undefined && cluster.entries.length === 0) return
            cluster.update(name, (live: Loose) => (live.spec = structuredClone(wanted)))
            model.update(name, flatten({ spec: wanted }))
          } else {
            if (cluster.live !== undefined && cluster.entries.length === 0) return
            const conflicts = model.apply(name, flatten({ spec: wanted }), force)
            let refused: string[] | undefined
            try {
              cluster.apply(name, wanted, { force })
            } catch (error) {
              if (!(error instanceof StatusError)) throw error
              refused = [...new Set(error.details!.causes!.map(({ field }) => field!))]
            }
            expect(refused?.length).toBe(conflicts?.size)
          }
          expect(sorted(flatten(cluster.live))).toEqual(sorted(model.spec))
          expect(ownersOf(cluster)).toEqual(
            Object.fromEntries([...model.owners].map(([id, paths]) => [id, [...paths].sort()])),
          )
        }
      }),
      options,
    )
  })

  it('of the same configuration twice is a no-op', () => {
    fc.assert(
      fc.property(spec, spec, fc.boolean(), (first, second, other) => {
        const cluster = new Cluster()
        cluster.apply(other ? 'b' : 'a', first)
        cluster.apply('a', second, { force: true })
        const { live } = cluster
        expect(cluster.apply('a', second, { force: true })).toBe(false)
        expect(cluster.live).toBe(live)
      }),
      options,
    )
  })

  it('by two managers of disjoint fields commutes', () => {
    fc.assert(
      fc.property(
        spec,
        fc.uniqueArray(
          fc.constantFrom('replicas', 'paused', 'strategy', 'zones', 'steps', 'limits', 'quota', 'template'),
        ),
        (whole, mine) => {
          const one = Object.fromEntries(Object.entries(whole).filter(([key]) => (mine as string[]).includes(key)))
          const other = Object.fromEntries(Object.entries(whole).filter(([key]) => !(mine as string[]).includes(key)))
          const ab = new Cluster()
          ab.apply('a', one)
          ab.apply('b', other)
          const ba = new Cluster()
          ba.apply('b', other)
          ba.apply('a', one)
          expect(sorted(flatten(ab.live))).toEqual(sorted(flatten(ba.live)))
          expect(ownersOf(ab)).toEqual(ownersOf(ba))
        },
      ),
      options,
    )
  })

  it('and giving everything up again leaves what was there before', () => {
    fc.assert(
      fc.property(spec, spec, (before, applied) => {
        const cluster = new Cluster()
        cluster.update('u', (live: Loose) => (live.spec = structuredClone(before)))
        const owned = ownersOf(cluster)
        try {
          cluster.apply('a', applied)
        } catch {
          return
        }
        cluster.apply('a', {}, {})
        expect(sorted(flatten(cluster.live))).toEqual(sorted(flatten({ spec: before })))
        expect(ownersOf(cluster)['u Update']).toEqual(owned['u Update'])
      }),
      options,
    )
  })

  it('writes FieldsV1 that reads back as it is, in one order', () => {
    fc.assert(
      fc.property(spec, (applied) => {
        const cluster = new Cluster()
        cluster.apply('a', applied)
        const reversed = Object.fromEntries(Object.entries(applied).reverse())
        const other = new Cluster()
        other.apply('a', reversed)
        expect(JSON.stringify(other.entries)).toBe(JSON.stringify(cluster.entries))
      }),
    )
  })
})
