import { createEtcdStore, type EtcdStore } from '../../src/index.ts'
import type { Etcd } from '../start-etcd.ts'
import { pause, type Fault } from './faults.ts'
import { isLinearizable, reusedRevisions, type Operation } from './linearizability.ts'
import { WatchRecorder, watchErrors } from './watch-recorder.ts'
import { readOperation, runClients, type Histories } from './workload.ts'

/** Options for {@link runRound}. */
export interface RoundOptions {
  readonly etcd: Etcd
  readonly fault: Fault
  /** The part of the keys that is different in every round over one etcd. */
  readonly id: string
  readonly seed: number
  /** How long the fault lasts; clients run before and after it, too. */
  readonly faultMs: number
}

/** What a round has found. */
export interface RoundReport {
  readonly errors: readonly string[]
  readonly operations: number
  readonly acknowledged: number
  readonly unknown: number
  readonly events: number
}

const settleMs = 500
const reachMs = 20_000

/** Runs clients of two stores over one etcd while something happens to it, and judges what they have seen. */
export async function runRound({ etcd, fault, id, seed, faultMs }: RoundOptions): Promise<RoundReport> {
  const prefix = `/faults-${id}`
  const open = (endpoints: readonly string[]): Promise<EtcdStore> =>
    createEtcdStore({ endpoints, prefix, root: '', requestTimeoutMs: 5_000, compactionIntervalMs: 0 })
  const [one, two] = await Promise.all([open(etcd.endpoints), open(etcd.endpoints.toReversed())])
  try {
    const start = await one.revision()
    const recorders = [new WatchRecorder(one, '', 0), new WatchRecorder(two, '', 0), new WatchRecorder(one, '/k', 15)]
    for (const recorder of recorders) await recorder.start(start)
    const stop = new AbortController()
    const keys = Array.from({ length: 6 }, (_, index) => `/k${index}`)
    const random = randomFrom(seed)
    const running = runClients({ stores: [one, two], clients: 8, keys, random, signal: stop.signal })
    await pause(settleMs)
    try {
      await fault.run(etcd, two, faultMs)
      await pause(settleMs)
    } finally {
      stop.abort()
      await running
    }
    const histories = await withFinalReads(await running, two)
    const newest = await two.revision()
    const late = await waitFor(recorders, newest)
    return judge(histories, recorders, late)
  } finally {
    await Promise.all([one.close(), two.close()])
  }
}

function judge(histories: Histories, recorders: readonly WatchRecorder[], late: readonly string[]): RoundReport {
  const all = [...histories.values()].flat()
  const errors = [...late]
  for (const [key, operations] of histories) {
    if (!isLinearizable(operations))
      errors.push(`${key} is not linearizable:\n${operations.map(formatOperation).join('\n')}`)
  }
  for (const revision of reusedRevisions(all)) errors.push(`revision ${revision} was given twice`)
  for (const recorder of recorders) {
    recorder.stop()
    errors.push(...recorder.errors, ...watchErrors(recorder.segments, histories))
  }
  const count = (type: Operation['type']): number => all.filter((operation) => operation.type === type).length
  const events = recorders.flatMap(({ segments }) => segments).reduce((sum, segment) => sum + segment.events.length, 0)
  return { errors, operations: all.length, acknowledged: count('write'), unknown: count('unknown'), events }
}

function formatOperation(operation: Operation): string {
  return JSON.stringify(operation, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

async function withFinalReads(histories: Histories, store: EtcdStore): Promise<Histories> {
  const entries = [...histories].map(async ([key, operations]): Promise<[string, readonly Operation[]]> => [
    key,
    [...operations, await readWhenBack(store, key)],
  ])
  return new Map(await Promise.all(entries))
}

/** Reads a key. Members that were killed may take longer to come back than a request waits. */
async function readWhenBack(store: EtcdStore, key: string): Promise<Operation> {
  const deadline = performance.now() + reachMs
  for (;;) {
    try {
      return await readOperation(store, key)
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

async function waitFor(recorders: readonly WatchRecorder[], revision: bigint): Promise<readonly string[]> {
  const deadline = performance.now() + reachMs
  while (recorders.some(({ reached }) => reached < revision)) {
    if (performance.now() > deadline) {
      return [`watches have reached ${recorders.map(({ reached }) => reached).join(', ')}, not ${revision}`]
    }
    await pause(10)
  }
  return []
}

/** Numbers from 0 to 1, the same for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
