import type { Side } from '../differential/judge/answer.ts'
import type { Started } from '../differential/sides/pinnace.ts'
import { HttpWatch, listObjects } from '../soak/http-watch.ts'
import { HttpWriters, judgeObjects } from '../soak/http-writers.ts'
import { judgeWatches } from '../soak/judge-watches.ts'
import { createDice } from '../soak/random.ts'

/** Clients that write and watch, at any of the servers in use. */
export interface Traffic {
  /** The servers of further requests. Watches are cut, and continue there. */
  use(servers: readonly Started[]): void
  /** Ends the writes, and waits until the watches have seen them. */
  judge(): Promise<readonly string[]>
  stop(): Promise<void>
  readonly writes: number
  readonly events: number
}

const namespace = 'upgrade'
const path = `/api/v1/namespaces/${namespace}/configmaps`
const cutMs = 400
const lateMs = 60_000

/** Starts the clients: four that write, and eight watches that are cut in turn. */
export async function startTraffic(side: Side, server: Started, seed: number): Promise<Traffic> {
  let servers: readonly Started[] = [server]
  const dice = createDice(seed)
  const url = (): string => servers[dice.below(servers.length)]?.url ?? server.url
  const place = { url, path, token: 'admin-token' }
  await side.send({
    method: 'POST',
    path: '/api/v1/namespaces',
    body: JSON.stringify({ metadata: { name: namespace } }),
  })
  const writers = new HttpWriters({ ...place, dice, writers: 4, names: 5, label: () => 'any', pauseMs: 20 })
  const watches = Array.from(
    { length: 8 },
    (_, index) =>
      new HttpWatch({
        ...place,
        client: `watch ${index}`,
        protocol: index % 2 === 0 ? 'HTTP/1.1' : 'HTTP/2',
        selects: () => true,
        timeoutSeconds: 60,
      }),
  )
  for (const watch of watches) await watch.start()
  writers.start()
  let cut = 0
  const cutting = setInterval(() => watches[cut++ % watches.length]?.cut(), cutMs)
  return {
    use(next) {
      servers = next
      for (const watch of watches) watch.cut()
    },
    async judge() {
      await writers.stop()
      const mark = await writers.mark()
      const { revision, objects } = await listObjects(place)
      const until = performance.now() + lateMs
      while (watches.some(({ reached }) => reached < mark) && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      const histories = watches.map((watch) => watch.history())
      return [
        ...judgeWatches({ histories, writes: writers.acknowledged, final: objects, finalRevision: revision }),
        ...judgeObjects(writers.known, objects),
        ...watches.flatMap(({ errors }) => errors),
        ...writers.errors,
      ]
    },
    async stop() {
      clearInterval(cutting)
      await writers.stop()
      await Promise.all(watches.map((watch) => watch.stop()))
    },
    get writes() {
      return writers.acknowledged.length
    },
    get events() {
      return watches.reduce((sum, watch) => sum + watch.history().events.length, 0)
    },
  }
}
