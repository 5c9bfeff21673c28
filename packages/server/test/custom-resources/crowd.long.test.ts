import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { conditionsOf, definitionPath, openServer, redefine, version, widgets, type Loose } from './support.ts'

const plurals = ['ants', 'bees', 'cats']
const kinds = ['Ant', 'Bee', 'Cat']
const shortNames = ['x', 'y', 'ants']

const definitionOf = (plural: string, kind: string, short: string): Loose => ({
  ...widgets([version('v1'), version('v2')]),
  metadata: { name: `${plural}.example.dev` },
  spec: { ...widgets([version('v1'), version('v2')]).spec, names: { plural, kind, shortNames: [short] } },
})

type Step =
  | { readonly does: 'create'; readonly plural: string; readonly kind: string; readonly short: string }
  | { readonly does: 'rename'; readonly plural: string; readonly short: string }
  | { readonly does: 'serve'; readonly plural: string; readonly served: boolean }
  | { readonly does: 'delete' | 'make'; readonly plural: string }

const plural = fc.constantFrom(...plurals)
const short = fc.constantFrom(...shortNames)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('create' as const), plural, kind: fc.constantFrom(...kinds), short }),
  fc.record({ does: fc.constant('rename' as const), plural, short }),
  fc.record({ does: fc.constant('serve' as const), plural, served: fc.boolean() }),
  fc.record({ does: fc.constantFrom('delete' as const, 'make' as const), plural }),
)

async function take(server: Server, one: Step): Promise<number> {
  const name = `${one.plural}.example.dev`
  switch (one.does) {
    case 'create': {
      const body = definitionOf(one.plural, one.kind, one.short)
      return (await call(server, 'POST', definitionPath('').slice(0, -1), { body })).status
    }
    case 'rename':
      return attempt(() => redefine(server, ({ spec }) => void (spec.names.shortNames = [one.short]), name))
    case 'serve':
      return attempt(() => redefine(server, ({ spec }) => void (spec.versions[1].served = one.served), name))
    case 'make': {
      const { json } = await call(server, 'GET', definitionPath(name))
      const body = { apiVersion: 'example.dev/v1', kind: json.spec?.names.kind, metadata: { generateName: 'o-' } }
      return (await call(server, 'POST', `/apis/example.dev/v1/namespaces/default/${one.plural}`, { body })).status
    }
    default:
      return (await call(server, 'DELETE', definitionPath(name))).status
  }
}

/** A definition that is not there cannot be changed. */
async function attempt(change: () => ReturnType<typeof redefine>): Promise<number> {
  try {
    return (await change()).status
  } catch (error) {
    if (error instanceof TypeError) return 404
    throw error
  }
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Waits until nothing is going on any more. */
async function settled(server: Server): Promise<readonly Loose[]> {
  for (let quiet = 0, before = ''; ; await turn()) {
    const { json, text } = await call(server, 'GET', definitionPath('').slice(0, -1))
    const isEnding = json.items.some(({ metadata }: Loose) => metadata.deletionTimestamp !== undefined)
    quiet = text === before && !isEnding ? quiet + 1 : 0
    before = text
    if (quiet > 20) return json.items
  }
}

describe('many definitions at once', () => {
  it('never share a name, are served where they are established, and leave nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), async (batches) => {
        const server = await openServer()
        try {
          for (const batch of batches) {
            const statuses = await Promise.all(batch.map((one) => take(server, one)))
            expect(statuses.filter((status) => status >= 500)).toEqual([])
            await turn()
          }
          const definitions = await settled(server)
          const resources = definitions.flatMap(({ status: { acceptedNames: names } }) => [
            ...new Set([names.plural, names.singular ?? '', ...(names.shortNames ?? [])].filter((name) => name !== '')),
          ])
          expect(resources.length).toBe(new Set(resources).size)
          const accepted = definitions.map(({ status }) => status.acceptedNames.kind).filter((kind) => kind !== '')
          expect(accepted.length).toBe(new Set(accepted).size)
          for (const name of plurals) {
            const found = definitions.find(({ metadata }) => metadata.name === `${name}.example.dev`)
            const isEstablished = found !== undefined && conditionsOf(found)['Established']?.startsWith('True') === true
            const serves = (at: string): boolean =>
              isEstablished && found.spec.versions.some((one: Loose) => one.name === at && one.served)
            for (const at of ['v1', 'v2']) {
              const { status } = await call(server, 'GET', `/apis/example.dev/${at}/${name}`)
              expect([name, at, status]).toEqual([name, at, serves(at) ? 200 : 404])
            }
            if (found === undefined) {
              await call(server, 'POST', definitionPath('').slice(0, -1), { body: definitionOf(name, 'Zebra', 'z') })
              const again = await call(server, 'GET', definitionPath(`${name}.example.dev`))
              const { json } = await call(server, 'GET', `/apis/example.dev/v1/${name}`)
              if (conditionsOf(again.json)['Established']?.startsWith('True')) expect(json.items).toEqual([])
              await call(server, 'DELETE', definitionPath(`${name}.example.dev`))
              await settled(server)
            }
          }
        } finally {
          await server.close()
        }
      }),
      { numRuns: 10 },
    )
  })
})
