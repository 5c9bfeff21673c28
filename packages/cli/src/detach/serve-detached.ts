import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import type { ServerListening } from '@pinnace/server'
import type { StopSignal } from '../stop-signal.ts'

/** What a server in the background sends to the process that has started it, when it is ready. */
export interface ReadyMessage {
  readonly url: string
  readonly kubeconfig: string
}

/**
 * Tells the starting process that the server is ready, and waits until a signal or `pinnace stop` ends it. Connections of
 * the socket close when this process has ended.
 */
export async function untilStopped(
  socket: string,
  { url, kubeconfig }: ServerListening,
  stop: StopSignal,
): Promise<void> {
  await rm(socket, { force: true })
  const asked = new Promise<void>((resolve, reject) => {
    const server = createServer((connection: Socket) => {
      connection.once('error', () => connection.destroy())
      // The process ends although a client waits for its end.
      connection.unref()
      connection.once('data', () => resolve())
    })
    server.once('error', reject)
    server.listen(socket, () => {
      const message: ReadyMessage = { url, kubeconfig }
      process.send?.(message, () => process.disconnect())
    })
    server.unref()
  })
  await Promise.race([asked, stop.received])
  await rm(socket, { force: true })
}
