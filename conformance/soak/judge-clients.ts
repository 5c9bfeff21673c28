import { setTimeout as pause } from 'node:timers/promises'
import { listObjects, type HttpWatch } from './http-watch.ts'
import { judgeObjects, type HttpWriters } from './http-writers.ts'
import { judgeWatches } from './judge-watches.ts'

/** What is judged: clients of the objects at a place, which is where the last list is read. */
export interface JudgedClients {
  readonly place: Parameters<typeof listObjects>[0]
  /** Stopped. */
  readonly writers: HttpWriters
  readonly watches: readonly HttpWatch[]
}

/** How long watches may take to deliver the last write. */
const limitMs = 60_000

/**
 * What is wrong when the writers have stopped: acknowledged writes that are lost, watches that do not reach the last write, gaps
 * and duplicates of watches, unexpected errors. One sentence each.
 */
export async function judgeClients({ place, writers, watches }: JudgedClients): Promise<readonly string[]> {
  const mark = await writers.mark()
  const { objects, revision } = await listObjects(place)
  const lateMs = performance.now() + limitMs
  while (watches.some(({ reached }) => reached < mark) && performance.now() < lateMs) await pause(20)
  const late = watches.filter(({ reached }) => reached < mark)
  return [
    ...judgeObjects(writers.known, objects),
    ...late.map(({ reached }) => `a watch has reached ${reached}, the last write was at ${mark}`),
    ...judgeWatches({
      histories: watches.map((watch) => watch.history()),
      writes: writers.acknowledged,
      final: objects,
      finalRevision: revision,
    }),
    ...watches.flatMap(({ errors }) => errors),
    ...writers.errors,
  ]
}
