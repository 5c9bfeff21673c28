import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPinnace, launchPinnace, type StartedPinnace } from '../../../conformance/differential/sides/pinnace.ts'
import { HttpWatch, listObjects } from '../../../conformance/soak/http-watch.ts'
import { HttpWriters, judgeObjects } from '../../../conformance/soak/http-writers.ts'
import { judgeClients } from '../../../conformance/soak/judge-clients.ts'
import { createDice } from '../../../conformance/soak/random.ts'
import { etcdBinary, startEtcd, withoutEtcd } from '../../store-etcd/test/start-etcd.ts'
import { postgresBin, startPostgres } from '../../store-postgres/test/start-postgres.ts'

const kills = Number(process.env['PINNACE_KILLS'] ?? 1)
const seed = Number(process.env['PINNACE_SEED'] ?? 1)
const only = process.env['PINNACE_STORE']

/** A store that outlives the process. */
interface Durable {
  readonly flags: readonly string[]
  remove(): Promise<void>
}

/** The stores whose engines are installed. */
const stores: Readonly<Record<string, ((folder: string) => Promise<Durable>) | undefined>> = {
  lmdb: async (folder) => ({ flags: [`--data-dir=${join(folder, 'data')}`], remove: async () => {} }),
  postgres:
    postgresBin === undefined
      ? undefined
      : async () => {
          const server = await startPostgres()
          return { flags: [`--postgres-url=${server.url()}`], remove: () => server.remove() }
        },
  etcd:
    etcdBinary === undefined
      ? undefined
      : async () => {
          const etcd = await startEtcd()
          return {
            flags: [`--etcd-servers=${etcd.endpoints.join()}`],
            remove: async () => etcd[Symbol.asyncDispose](),
          }
        },
}
if (etcdBinary === undefined) console.log(withoutEtcd)

beforeAll(() => buildPinnace(), 300_000)

const path = '/api/v1/namespaces/default/configmaps'

/** Kills the command at random points while clients write and watch, and returns what was wrong. */
async function killAgainAndAgain(folder: string, flags: readonly string[]): Promise<readonly string[]> {
  const dice = createDice(seed)
  const log = join(folder, 'log')
  const launch = (): Promise<StartedPinnace> => launchPinnace({ flags, log })
  let server = await launch()
  const place = { url: () => server.url, path, token: 'admin-token' }
  const side = (name: string): string => (Number(name.at(-1)) % 2 === 0 ? 'left' : 'right')
  const writers = new HttpWriters({ ...place, dice, writers: 8, names: 8, label: side, pauseMs: 1 })
  const watches = (['HTTP/1.1', 'HTTP/2'] as const).map(
    (protocol) => new HttpWatch({ ...place, client: protocol, protocol, selects: () => true, timeoutSeconds: 60 }),
  )
  const violations: string[] = []
  try {
    for (const watch of watches) await watch.start()
    for (let kill = 0; kill < kills; kill++) {
      const before = writers.acknowledged.length
      const after = 20 + dice.below(100)
      writers.start()
      const lateMs = performance.now() + 30_000
      while (writers.acknowledged.length < before + after && performance.now() < lateMs) {
        await new Promise((resolve) => setTimeout(resolve, 1 + dice.below(10)))
      }
      await server.kill('SIGKILL')
      await writers.stop()
      if (writers.acknowledged.length < before + after) violations.push(`kill ${kill}: writes are not acknowledged`)
      server = await launch()
      const { objects } = await listObjects(place)
      violations.push(...judgeObjects(writers.known, objects).map((violation) => `kill ${kill}: ${violation}`))
    }
    violations.push(...(await judgeClients({ place, writers, watches })))
    return violations
  } finally {
    await Promise.all(watches.map((watch) => watch.stop()))
    await server.kill('SIGKILL')
  }
}

for (const [name, open] of Object.entries(stores)) {
  if (open === undefined || (only !== undefined && only !== name)) continue
  describe(`the command over ${name}, killed ${kills} times under load`, () => {
    it(
      'has every acknowledged write afterwards, and watches resume without gap or duplicate',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'pinnace-command-crash-'))
        const durable = await open(folder)
        try {
          expect(await killAgainAndAgain(folder, durable.flags)).toEqual([])
        } finally {
          await durable.remove()
          rmSync(folder, { recursive: true, force: true })
        }
      },
      kills * 30_000 + 120_000,
    )
  })
}
