import type { Clock, Timer } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { Cluster, ClusterOptions } from './cluster-options.ts'
import type { WorkerPart } from './envelope.ts'
import { createPrimary, type Primary } from './primary.ts'
import { WorkerProcess } from './worker-process.ts'

/** Options for {@link startWorkers}, with their defaults. */
export interface WorkersOptions<Shared> extends ClusterOptions<Shared> {
  readonly stopTimeoutMs: number
  readonly receiveTimeoutMs: number
  readonly clock: Pick<Clock, 'after' | 'soon' | 'monotonic'>
}

/** The pause before a worker is started again: the first, and the longest. It doubles each time. */
const firstRestartMs = 1_000
const longestRestartMs = 30_000
/** A worker that has run for so long is started again after the first pause. */
const steadyMs = 60_000

/** Starts the worker processes, and each again that ends unexpectedly. */
export async function startWorkers<Shared>(options: WorkersOptions<Shared>): Promise<Cluster> {
  const shared = await options.prepare?.()
  const store = await options.openStore?.()
  const workers = new Workers(options, shared, store)
  try {
    await workers.start()
  } catch (error) {
    await workers.close()
    throw error
  }
  return workers
}

class Workers<Shared> implements Cluster {
  readonly isPrimary = true
  readonly #options: WorkersOptions<Shared>
  readonly #shared: Shared | undefined
  readonly #store: Store | undefined
  readonly #primary: Primary | undefined
  readonly #running = new Set<WorkerProcess>()
  readonly #restarts = new Set<Timer>()
  #closing: Promise<void> | undefined
  #finish = (): void => {}
  readonly closed = new Promise<void>((resolve) => (this.#finish = resolve))

  constructor(options: WorkersOptions<Shared>, shared: Shared | undefined, store: Store | undefined) {
    const { clock, receiveTimeoutMs } = options
    this.#options = options
    this.#shared = shared
    this.#store = store
    this.#primary = store === undefined ? undefined : createPrimary({ store, clock, receiveTimeoutMs })
  }

  async start(): Promise<void> {
    const numbers = Array.from({ length: this.#options.workers }, (_, index) => index + 1)
    await Promise.all(numbers.map((number) => this.#start({ number, restarts: 0 }, firstRestartMs).started))
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close().finally(this.#finish))
  }

  async #close(): Promise<void> {
    for (const timer of this.#restarts) timer.cancel()
    const { clock, stopTimeoutMs } = this.#options
    await Promise.all([...this.#running].map((worker) => worker.stop(clock, stopTimeoutMs)))
    this.#primary?.[Symbol.dispose]()
    await this.#store?.close()
  }

  #start(part: WorkerPart, restartMs: number): WorkerProcess {
    const { clock } = this.#options
    const since = clock.monotonic()
    const worker = new WorkerProcess({ worker: part, shared: this.#shared, primary: this.#primary })
    this.#running.add(worker)
    void worker.ended.then(({ code, signal }) => {
      this.#running.delete(worker)
      if (this.#closing !== undefined) return
      this.#restart(part, clock.monotonic() - since > steadyMs ? firstRestartMs : restartMs, { code, signal })
    })
    return worker
  }

  #restart(
    { number, restarts }: WorkerPart,
    restartMs: number,
    exit: { readonly code: number | null; readonly signal: string | null },
  ): void {
    const timer = this.#options.clock.after(restartMs, () => {
      this.#restarts.delete(timer)
      const next = { number, restarts: restarts + 1 }
      // A failure is an exit too, which starts it again.
      this.#start(next, Math.min(restartMs * 2, longestRestartMs)).started.catch(() => undefined)
    })
    this.#restarts.add(timer)
    this.#options.onWorkerExit?.({ number, ...exit, restartMs })
  }
}
