import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createHttpClient, type HttpClient, type HttpClientOptions } from '../../src/index.ts'

/** Servers and clients of one test, closed together. */
export interface Peers extends AsyncDisposable {
  client(options?: HttpClientOptions): HttpClient
  /** A well-behaved server; `url` ends with a slash. */
  serve(
    listener: RequestListener,
  ): Promise<{ readonly server: HttpServer; readonly url: string; readonly port: number }>
  serveTls(options: ServerOptions, listener: RequestListener): Promise<{ readonly port: number }>
  /** A server that writes what the test says, called with each connection. */
  serveRaw(
    onConnection: (socket: Socket) => void,
  ): Promise<{ readonly url: string; readonly sockets: readonly Socket[] }>
}

export function createPeers(): Peers {
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const clients: HttpClient[] = []
  const listen = async (server: Server): Promise<number> => {
    servers.push(server)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  return {
    client(options) {
      const client = createHttpClient(options)
      clients.push(client)
      return client
    },
    async serve(listener) {
      const server = createHttpServer(listener)
      const port = await listen(server)
      return { server, port, url: `http://127.0.0.1:${port}/` }
    },
    async serveTls(options, listener) {
      return { port: await listen(createHttpsServer(options, listener)) }
    },
    async serveRaw(onConnection) {
      const raw: Socket[] = []
      const port = await listen(
        createTcpServer((socket) => {
          raw.push(socket)
          onConnection(socket)
        }),
      )
      return { url: `http://127.0.0.1:${port}/`, sockets: raw }
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))))
    },
  }
}

/** A promise and what resolves it. */
export function signal<T = void>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((onResolve) => (resolve = onResolve))
  return { promise, resolve }
}
