import cluster, { type Worker } from 'node:cluster'
import type { Clock } from '@pinnace/meta'
import { closeHandedConnections } from './handed-connections.ts'
import { readEnvelope, toEnvelope, type FromWorker, type ToWorker, type WorkerPart } from './envelope.ts'
import type { Link } from './link.ts'
import type { ToPrimary, ToReplica } from './messages.ts'
import type { Primary } from './primary.ts'

/** What a worker process starts with. */
export interface WorkerStart {
  readonly worker: WorkerPart
  readonly shared: unknown
  /** Serves the store; undefined if workers open one themselves. */
  readonly primary: Primary | undefined
}

/** A worker process, as the primary process sees it. */
export class WorkerProcess {
  readonly #worker: Worker
  /** Whether the worker receives messages. */
  #isAttached = false
  /** Resolves when the worker runs; rejects if it could not start. */
  readonly started: Promise<void>
  /** Resolves when the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>

  constructor(start: WorkerStart) {
    // Messages contain bytes, which JSON cannot.
    cluster.setupPrimary({ serialization: 'advanced' })
    const worker = cluster.fork()
    this.#worker = worker
    closeHandedConnections(worker)
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) => resolve({ code, signal }))
    })
    // INVARIANT: a worker that cannot be reached must not answer reads.
    worker.once('disconnect', () => {
      if (!worker.exitedAfterDisconnect) worker.process.kill('SIGKILL')
    })
    this.started = this.#start(start)
  }

  /** Asks the worker to end, and kills it after a time. */
  async stop(clock: Pick<Clock, 'after'>, timeoutMs: number): Promise<void> {
    // One that receives no messages yet has nothing to close.
    if (this.#isAttached) this.#send({ type: 'stop' })
    else this.#worker.process.kill('SIGKILL')
    const timer = clock.after(timeoutMs, () => this.#worker.process.kill('SIGKILL'))
    await this.ended
    timer.cancel()
  }

  async #start({ worker, shared, primary }: WorkerStart): Promise<void> {
    let onStore: (message: ToPrimary) => void = () => undefined
    const link: Link<ToReplica, ToPrimary> = {
      send: (message) => this.#send({ type: 'store', message }),
      receive: (callback) => void (onStore = callback),
      ended: this.ended.then(() => undefined),
      end: () => void this.#worker.process.kill('SIGKILL'),
    }
    const failure = await new Promise<string | undefined>((resolve) => {
      this.#worker.on('message', (received) => {
        const message = readEnvelope(received) as FromWorker | undefined
        if (message?.type === 'store') onStore(message.message)
        else if (message?.type === 'attach') {
          this.#isAttached = true
          this.#send({ type: 'start', worker, shared, hasStore: primary !== undefined })
          primary?.attach(link)
        } else if (message?.type === 'running') resolve(undefined)
        else if (message?.type === 'failed') resolve(message.message)
      })
      void this.ended.then(({ code, signal }) => resolve(`it ended with ${signal ?? `code ${code}`}`))
    })
    if (failure !== undefined) throw new Error(`worker ${worker.number} could not start: ${failure}`)
  }

  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) {
      // Without a callback, a failure would be an error of the worker.
      this.#worker.send(toEnvelope(message), undefined, undefined, () => undefined)
    }
  }
}
