import { createServer, type Server } from '@pinnace/server'
import type { Store } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import {
  createFaultyStore,
  createSeededRandom,
  simulateServers,
  type FaultyStore,
  type SimulationReport,
} from '../src/index.ts'

const seedsFrom = (first: number): readonly number[] =>
  process.env['PINNACE_LONG'] === '1' ? [first, first + 1, first + 2] : [first]

async function open(stores: readonly Store[]): Promise<readonly Server[]> {
  const servers: Server[] = []
  for (const store of stores) servers.push(await createServer({ store, vocabulary: 'kubernetes', preset: 'testing' }))
  return servers
}

async function close(servers: readonly Server[]): Promise<void> {
  for (const server of servers) await server.close()
}

describe('several servers over one memory store', () => {
  it.each(seedsFrom(1))('keep every promise of the simulation, seed %i', async (seed) => {
    const store = createMemoryStore()
    const servers = await open([store, store, store])
    const report = await simulateServers({ clients: servers.map((server) => server.connect()), seed, operations: 400 })
    expectBusy(report)
    await close(servers)
  })
})

describe('several servers over one asynchronous store', () => {
  it.each(seedsFrom(4))('keep every promise of the simulation, seed %i', async (seed) => {
    const { connections } = connect(seed, 3)
    const servers = await open(connections.map(({ store }) => store))
    const report = await simulateServers({ clients: servers.map((server) => server.connect()), seed, operations: 300 })
    expectBusy(report)
    await close(servers)
  })
})

describe('several servers over one store that fails now and then', () => {
  it.each(seedsFrom(7))('keep every promise of the simulation, seed %i', async (seed) => {
    const { connections } = connect(seed, 3)
    const servers = await open(connections.map(({ store }) => store))
    const report = await simulateServers({
      clients: servers.map((server) => server.connect()),
      seed,
      operations: 400,
      beforeOperation(index) {
        const connection = connections[index % 3]
        if (index === 0) for (const one of connections) one.loseAnswers(0.03)
        if (index % 60 === 20) connection?.endWatches()
        if (index % 100 === 50) connection?.fail()
        if (index % 100 === 70) for (const one of connections) one.recover()
      },
    })
    expectBusy(report)
    expect(report.refused['ServiceUnavailable']).toBeGreaterThan(5)
    await close(servers)
  })
})

function connect(seed: number, count: number): { readonly connections: readonly FaultyStore[] } {
  const store = createMemoryStore()
  const random = createSeededRandom(seed)
  return { connections: Array.from({ length: count }, () => createFaultyStore({ store, random })) }
}

function expectBusy({ done, events, watches, services, pods, pages, reads }: SimulationReport): void {
  for (const count of [done, events, watches, services, pages, reads]) expect(count).toBeGreaterThan(10)
  expect(pods).toBeGreaterThan(5)
}
