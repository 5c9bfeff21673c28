import type { Worker } from 'node:cluster'

/**
 * Closes the connections that were handed to a worker process which ends before it has accepted them. node:cluster forgets
 * them: they would stay open, and their clients would wait for an answer until their own time limits.
 */
export function closeHandedConnections(worker: Worker): void {
  const handed = new Map<unknown, Closable>()
  const { process: child } = worker
  // node: lib/internal/cluster/utils.js – a message with a number, and the connection beside it; the answer has the number as `ack`.
  const send = child.send.bind(child) as (...args: readonly unknown[]) => boolean
  child.send = ((message: ClusterMessage | null, handle: unknown, ...rest: readonly unknown[]) => {
    if (message?.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && isClosable(handle)) {
      handed.set(message.seq, handle)
    }
    return send(message, handle, ...rest)
  }) as typeof child.send
  child.on('internalMessage', ({ ack }: ClusterMessage) => handed.delete(ack))
  child.once('exit', () => {
    for (const handle of handed.values()) handle.close()
    handed.clear()
  })
}

/** What node:cluster sends; messages of others have none of this. */
interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
}

interface Closable {
  close(): void
}

function isClosable(handle: unknown): handle is Closable {
  return typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function'
}
