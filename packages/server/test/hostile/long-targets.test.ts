import { systemClock, type Clock } from '@pinnace/meta'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

/** Turns of the event loop that the server has asked for. */
let turns = 0
const clock: Clock = {
  ...systemClock,
  soon(callback) {
    turns++
    systemClock.soon(callback)
  },
}

let server: Server
beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
  await turnsOf('')
})
afterAll(() => server.close())

async function turnsOf(query: string): Promise<number> {
  turns = 0
  const { status } = await call(server, 'GET', `/api/v1/namespaces/default/configmaps?${query}`)
  expect(status).toBe(200)
  return turns
}

const terms = (count: number): string =>
  encodeURIComponent(Array.from({ length: count }, (_, index) => `metadata.name!=no-${index}`).join())

it.each(['fieldSelector', 'x'])(
  'a request with a long target goes on in a turn of its own once it is parsed: %s',
  async (name) => {
    const short = await turnsOf(`${name}=${terms(1)}`)
    expect(await turnsOf(`${name}=${terms(5_000)}`)).toBe(short + 1)
  },
)
