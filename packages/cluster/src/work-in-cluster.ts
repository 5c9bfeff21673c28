import cluster from 'node:cluster'
import type { Store } from '@pinnace/store'
import type { Cluster, ClusterOptions } from './cluster-options.ts'
import { readEnvelope, toEnvelope, type FromWorker, type ToWorker } from './envelope.ts'
import type { Link } from './link.ts'
import type { ToPrimary, ToReplica } from './messages.ts'
import { createReplica } from './replica.ts'

/** Runs a worker: starts what the primary process asks for, and ends with it. */
export async function workInCluster<Shared>(run: ClusterOptions<Shared>['run']): Promise<Cluster> {
  const primary = connect()
  try {
    const { worker, shared, hasStore } = await primary.started
    const store = hasStore ? await createReplica({ link: primary.link }) : undefined
    // The primary process runs the same program, and has made it of this type.
    const running = await run({ ...worker, store, shared: shared as Shared })
    let finish = (): void => {}
    const closed = new Promise<void>((resolve) => (finish = resolve))
    let closing: Promise<void> | undefined
    const close = (): Promise<void> => (closing ??= end(running, store).finally(finish))
    primary.onStop(() => void close())
    primary.send({ type: 'running' })
    return { isPrimary: false, closed, close }
  } catch (error) {
    primary.send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

async function end(running: { close(): unknown }, store: Store | undefined): Promise<void> {
  await running.close()
  await store?.close()
  cluster.worker?.disconnect()
}

interface PrimaryConnection {
  readonly link: Link<ToPrimary, ToReplica>
  readonly started: Promise<Extract<ToWorker, { readonly type: 'start' }>>
  onStop(callback: () => void): void
  send(message: FromWorker): void
}

/** Connects to the primary process. Node ends a worker whose primary process has ended. */
function connect(): PrimaryConnection {
  // The first messages of the store may arrive before the copy is created.
  const early: ToReplica[] = []
  let onStore = (message: ToReplica): void => void early.push(message)
  let onStop: (() => void) | undefined
  let isStopped = false
  const send = (message: FromWorker): void => {
    // Without a callback, a failure would be an error of the process.
    if (process.connected) process.send?.(toEnvelope(message), undefined, undefined, () => undefined)
  }
  const started = new Promise<Extract<ToWorker, { readonly type: 'start' }>>((resolve) => {
    process.on('message', (received) => {
      const message = readEnvelope(received) as ToWorker | undefined
      if (message?.type === 'start') resolve(message)
      else if (message?.type === 'store') onStore(message.message)
      else if (message?.type === 'stop') {
        isStopped = true
        onStop?.()
      }
    })
  })
  const ended = new Promise<void>((resolve) => process.once('disconnect', () => resolve()))
  send({ type: 'attach' })
  return {
    link: {
      send: (message) => send({ type: 'store', message }),
      receive(callback) {
        onStore = callback
        for (const message of early.splice(0)) callback(message)
      },
      ended,
      end: () => process.disconnect(),
    },
    started,
    onStop(callback) {
      onStop = callback
      if (isStopped) callback()
    },
    send,
  }
}
