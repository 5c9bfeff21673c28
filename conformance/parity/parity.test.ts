import { StatusError } from '@pinnace/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, type ParityCall } from './support/calls.ts'
import { differences } from './support/differences.ts'
import { createNormalizer, type Normalizer } from './support/normalize.ts'
import { inProcess, overHttps, type Side } from './support/side.ts'
import { subjects, target } from './support/targets.ts'

// TLS goes by the machine's own clock.
const start = new Date(Date.now() - 60_000).toISOString()
let sides: readonly [local: Side, remote: Side]
/** What each call came to, on both sides: calls build on the state that earlier ones leave, tests do not. */
const observed = new Map<string, readonly [local: unknown, remote: unknown]>()

beforeAll(async () => {
  const remote = await overHttps(start)
  sides = [await inProcess(start, remote.users), remote]
  const normalizers = [createNormalizer(), createNormalizer()] as const
  for (const call of calls) {
    const local = await observe(sides[0], normalizers[0], call)
    observed.set(call.title, [local, await observe(sides[1], normalizers[1], call)])
  }
}, 120_000)

afterAll(async () => {
  for (const side of sides) await side.close()
})

/** Everything a caller, the audit log and the store show of one call. */
async function observe(side: Side, normalizer: Normalizer, { run, user = 'admin' }: ParityCall): Promise<unknown> {
  side.warnings.length = 0
  side.events.length = 0
  const outcome = await run(side.transport(user)).then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (!(error instanceof StatusError)) return { failure: String(error) }
      return { refusal: error.toStatus() }
    },
  )
  const sent = side.events.filter(({ userAgent }) => userAgent?.startsWith('parity/') === true)
  // A stream that the client has left is completed when its server hears of it.
  const events = sent.filter(({ stage, verb }) => !(stage === 'ResponseComplete' && verb === 'watch'))
  return normalizer({ ...outcome, warnings: [...side.warnings], events: [...events], stored: await stored(side) })
}

async function stored(side: Side): Promise<unknown> {
  const { transport } = side.server.connect({ userAgent: 'observer' })
  const lists = subjects.map((subject) =>
    transport.list(target(subject), {}).then(
      ({ items }) => items.filter(({ metadata }) => metadata.labels?.['kubernetes.io/bootstrapping'] === undefined),
      (error: unknown) => String(error),
    ),
  )
  return Promise.all(lists)
}

describe('the same call in process and over HTTPS', () => {
  it('is one of at least 200, each with a title of its own', () => {
    expect(new Set(calls.map(({ title }) => title)).size).toBe(calls.length)
    expect(calls.length).toBeGreaterThanOrEqual(200)
  })

  it.each(calls.map(({ title }) => title))('has the same outcome: %s', (title) => {
    const [local, remote] = observed.get(title) ?? []
    expect(local).toBeDefined()
    expect(differences(local, remote)).toEqual([])
  })

  it('is counted the same', async () => {
    const counted = await Promise.all(sides.map(async (side) => requestCounts(await side.metrics())))
    // A series stands where it was counted first: a watch is counted when it ends.
    expect(counted[0]?.toSorted()).toEqual(counted[1]?.toSorted())
    expect(counted[0]!.length).toBeGreaterThan(100)
  })
})

// Reviews by which the suite learns who its users are go over HTTPS only.
function requestCounts(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('apiserver_request_total') && !line.includes('selfsubjectreviews'))
}
