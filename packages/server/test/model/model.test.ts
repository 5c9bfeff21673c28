import { createFakeClock } from '@pinnace/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { faults } from './faults.ts'
import { operations, type Operation } from './operations.ts'
import { properties, Violation, type Property } from './properties.ts'
import { run } from './run.ts'

const seed = Number(process.env['PINNACE_SEED'] ?? Date.now() % 2_147_483_647)
const numRuns = Number(process.env['PINNACE_RUNS'] ?? (process.env['PINNACE_LONG'] === '1' ? 60 : 30))

async function live(
  sequence: readonly Operation[],
  wrap: (server: Server) => Server = (server) => server,
): Promise<void> {
  const clock = createFakeClock()
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
  try {
    // The model begins with nothing; a new server has config maps of its own.
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('kube-system')
    for (const { metadata } of (await configMaps.list()).items) await configMaps.delete(metadata.name ?? '')
    await run(wrap(server), clock, sequence)
  } finally {
    await server.close()
  }
}

describe(`a server and a plain model of it, seed ${seed}`, () => {
  it(
    `agree in whatever order things are done: ${Object.values(properties).join('; ')}`,
    async () => {
      console.info(`PINNACE_SEED=${seed} PINNACE_RUNS=${numRuns}`)
      await fc.assert(
        fc.asyncProperty(operations, (sequence) => live(sequence)),
        { seed, numRuns },
      )
    },
    Math.max(60_000, numRuns * 500),
  )
})

describe('the properties find what is wrong with', () => {
  it.each(Object.keys(faults) as (keyof typeof faults)[])(
    'a server that %s',
    async (name) => {
      const { wrap, found } = faults[name]!
      const violated = new Set<Property>()
      const details = await fc.check(
        fc.asyncProperty(operations, async (sequence) => {
          try {
            await live(sequence, wrap)
          } catch (error) {
            if (!(error instanceof Violation)) throw error
            violated.add(error.property)
            throw error
          }
        }),
        // Always the same lives: what is shown here is that they are enough.
        { seed: 1, numRuns: 200, endOnFailure: true },
      )
      expect(details.failed).toBe(true)
      expect(found).toContain([...violated][0])
    },
    60_000,
  )
})
