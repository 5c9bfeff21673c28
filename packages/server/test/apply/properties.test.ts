// Ownership through the whole line, against a model of plain sets of paths. The object is a Deployment seen through the
// fields the model knows: a scalar, a map, a struct, a list of items by name.
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { apply, deployment, deployments, ownedPaths, patch, post, put, read } from './actors.ts'
import { flatten, OwnershipModel, type Parts } from './ownership-model.ts'

let server: Server
let count = 0

beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

const text = fc.constantFrom('x', 'y')
const parts: fc.Arbitrary<Parts> = fc.record(
  {
    minReadySeconds: fc.integer({ min: 1, max: 2 }),
    labels: fc.dictionary(fc.constantFrom('p', 'q'), text, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
    finalizers: fc.uniqueArray(fc.constantFrom('a/x', 'a/y', 'a/z'), { minLength: 1 }),
    env: fc.uniqueArray(fc.record({ name: fc.constantFrom('U', 'V', 'W'), value: text }), {
      minLength: 1,
      selector: ({ name }) => name,
    }),
  },
  { requiredKeys: [] },
)

const manager = fc.constantFrom('a', 'b', 'c')
const operation = fc.oneof(
  fc.record({ type: fc.constantFrom('put' as const, 'json' as const), manager, parts, force: fc.constant(false) }),
  fc.record({ type: fc.constant('apply' as const), manager, parts, force: fc.boolean() }),
)

/** A configuration that has these parts, and nothing else a manager could own. */
function configuration(name: string, { minReadySeconds, labels, finalizers, env }: Parts): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name,
      ...(labels === undefined ? {} : { labels }),
      ...(finalizers === undefined ? {} : { finalizers }),
    },
    spec: {
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      ...(env === undefined ? {} : { template: { spec: { containers: [{ name: 'main', env }] } } }),
    },
  }
}

/** What a PUT sends: the stored object with other parts. */
// oxlint-disable-next-line no-explicit-any
function replaced(stored: any, { minReadySeconds, labels, finalizers, env }: Parts): object {
  const next = structuredClone(stored)
  const set = (object: Record<string, unknown>, key: string, value: unknown): void => {
    if (value === undefined) delete object[key]
    else object[key] = value
  }
  set(next.metadata, 'labels', labels)
  set(next.metadata, 'finalizers', finalizers)
  set(next.spec, 'minReadySeconds', minReadySeconds)
  set(next.spec.template.spec.containers[0], 'env', env)
  delete next.metadata.managedFields
  delete next.metadata.resourceVersion
  return next
}

// oxlint-disable-next-line no-explicit-any
function partsOf(stored: any): Parts {
  const { labels, finalizers } = stored.metadata
  const { minReadySeconds } = stored.spec
  const { env } = stored.spec.template.spec.containers[0]
  return JSON.parse(JSON.stringify({ minReadySeconds, labels, finalizers, env })) as Parts
}

/** Only the paths the model knows: who made the rest of the Deployment keeps it. */
// oxlint-disable-next-line no-explicit-any
function modelled(stored: any): Record<string, string[]> {
  const known =
    /^(\.spec\.minReadySeconds|\.metadata\.labels|\.metadata\.finalizers|\.spec\.template\.spec\.containers\[name="main"\]\.env)/
  const owned: Record<string, string[]> = {}
  for (const [owner, paths] of Object.entries(ownedPaths(stored))) {
    const left = paths.filter((path) => known.test(path))
    if (left.length > 0) owned[owner] = left.sort()
  }
  return owned
}

async function make(): Promise<{ readonly name: string; readonly target: string }> {
  const name = `d-${++count}`
  await post(server, deployments, 'maker', deployment(name))
  return { name, target: `${deployments}/${name}` }
}

const options = { numRuns: 60 }

describe('through the whole line', () => {
  it('ownership agrees with a brute-force model after any sequence of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 6 }), async (operations) => {
        const { name, target } = await make()
        const model = new OwnershipModel()
        for (const { type, manager: who, parts: wanted, force } of operations) {
          if (type === 'apply') {
            const conflicts = model.apply(who, flatten(wanted), force)
            const { status, json } = await apply(server, target, who, configuration(name, wanted), { force })
            expect([status, json.details?.causes?.length]).toEqual(
              conflicts === undefined ? [200, undefined] : [409, conflicts],
            )
          } else {
            model.update(who, flatten(wanted))
            const stored = await read(server, target)
            const next = replaced(stored, wanted)
            const { status } =
              type === 'put'
                ? await put(server, target, who, next)
                : await patch(server, 'json', target, who, [
                    {
                      op: 'replace',
                      path: '/metadata',
                      value: {
                        ...(next as { metadata: object }).metadata,
                        managedFields: stored.metadata.managedFields,
                      },
                    },
                    { op: 'replace', path: '/spec', value: (next as { spec: object }).spec },
                  ])
            expect(status).toBe(200)
          }
          const stored = await read(server, target)
          expect([...flatten(partsOf(stored))].sort()).toEqual([...model.live].sort())
          expect(modelled(stored)).toEqual(model.owned())
        }
      }),
      options,
    )
  })

  it('an apply twice is a no-op', async () => {
    await fc.assert(
      fc.asyncProperty(parts, parts, fc.boolean(), async (first, second, other) => {
        const { name, target } = await make()
        await apply(server, target, other ? 'b' : 'a', configuration(name, first))
        const once = await apply(server, target, 'a', configuration(name, second), { force: true })
        const twice = await apply(server, target, 'a', configuration(name, second))
        expect([twice.status, twice.json]).toEqual([200, once.json])
      }),
      options,
    )
  })

  it('applies of disjoint fields commute', async () => {
    await fc.assert(
      fc.asyncProperty(parts, fc.subarray(['minReadySeconds', 'labels', 'finalizers', 'env']), async (whole, mine) => {
        const pick = (keep: boolean): Parts =>
          Object.fromEntries(Object.entries(whole).filter(([key]) => mine.includes(key) === keep)) as Parts
        const outcome = async (order: readonly (readonly [string, Parts])[]): Promise<unknown> => {
          const { name, target } = await make()
          for (const [who, some] of order) {
            expect((await apply(server, target, who, configuration(name, some))).status).toBe(200)
          }
          const stored = await read(server, target)
          return [[...flatten(partsOf(stored))].sort(), modelled(stored)]
        }
        const one = ['a', pick(true)] as const
        const two = ['b', pick(false)] as const
        expect(await outcome([one, two])).toEqual(await outcome([two, one]))
      }),
      options,
    )
  })
})
