import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPinnace, type Started } from '../differential/sides/pinnace.ts'
import { readExpected } from './expected.ts'
import { areas } from './requests/areas.ts'
import type { HostileRequest } from './requests/hostile-request.ts'
import { prepare, tokens } from './scene.ts'
import { sendRaw } from './send-raw.ts'

const expected = readExpected()
const inFlight = 8

let server: Started
beforeAll(async () => {
  server = await startPinnace()
  await prepare(server.url)
})
afterAll(() => server.stop())

/** What the server answers to each request, a few at a time. */
async function answer(requests: readonly HostileRequest[]): Promise<ReadonlyMap<string, number>> {
  const statuses = new Map<string, number>()
  const left = [...requests]
  const worker = async (): Promise<void> => {
    for (let request = left.shift(); request !== undefined; request = left.shift()) {
      statuses.set(request.name, (await sendRaw(server.url, request, tokens)).status)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return statuses
}

/** Resident memory of the server, MiB; undefined where the system does not say. */
function residentMiB(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

describe('hostile requests', () => {
  it.each(Object.entries(areas))(
    'of the area %s are answered as expected, and the server goes on',
    async (area, requests) => {
      const statuses = await answer(requests)
      const wanted = requests.map(({ name }) => {
        const { status, here = status } = expected[area]?.[name] ?? { status: -1 }
        return [name, here]
      })
      expect([...requests].map(({ name }) => [name, statuses.get(name)])).toEqual(wanted)
      expect((await sendRaw(server.url, { name: 'ready', path: '/readyz' }, tokens)).status).toBe(200)
      const resident = residentMiB()
      if (resident !== undefined) expect(resident).toBeLessThan(500)
    },
    240_000,
  )

  it('differ from those of kube-apiserver for a reason only, and never by an internal error', () => {
    for (const [area, rows] of Object.entries(expected)) {
      for (const [name, { here, why }] of Object.entries(rows)) {
        if (here === undefined) continue
        expect(why, `${area}: ${name}`).toMatch(/\S/)
        expect([500, 503, 504], `${area}: ${name}`).not.toContain(here)
      }
    }
    const count = Object.values(areas).flat().length
    expect(Object.values(expected).flatMap((rows) => Object.keys(rows)).length).toBe(count)
    expect(count).toBeGreaterThan(300)
  })
})
