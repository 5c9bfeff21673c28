import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { KubeConfig } from '@kubernetes/client-node'

/** A way to a server that can be cut. */
export interface Cuttable {
  /** The same cluster and user, by this way. */
  readonly config: KubeConfig
  /** Breaks every connection that is open; new ones are served. */
  cut(): void
  close(): Promise<void>
}

/** Puts a relay between a client and its server. */
export async function cuttable(config: KubeConfig): Promise<Cuttable> {
  const cluster = config.getCurrentCluster()!
  const target = Number(new URL(cluster.server).port)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const relay = createServer((socket) => {
    const onward = keep(connect(target, '127.0.0.1'))
    keep(socket).pipe(onward).pipe(socket)
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.address() as AddressInfo
  const copy = new KubeConfig()
  copy.loadFromClusterAndUser({ ...cluster, server: `https://127.0.0.1:${port}` }, config.getCurrentUser()!)
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    config: copy,
    cut,
    close: () =>
      new Promise((resolve) => {
        relay.close(() => resolve())
        cut()
      }),
  }
}
