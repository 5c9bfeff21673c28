import { createServer, type RequestListener, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { SimulatedPodServer } from './simulated-pod.ts'

/** A server of this machine that answers for the ports of the pod `web`. */
export interface LocalTarget extends Disposable {
  readonly port: number
  readonly server: Server
}

/** Starts a server that answers what is proxied to the pod `web`. */
export async function startTarget({ server }: SimulatedPodServer, listener: RequestListener): Promise<LocalTarget> {
  const target = createServer(listener)
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const { port } = target.address() as AddressInfo
  const forwarding = server.pods.onPortForward({ name: 'web' }, { port })
  return {
    port,
    server: target,
    [Symbol.dispose]() {
      forwarding[Symbol.dispose]()
      target.closeAllConnections()
      target.close()
    },
  }
}

/** The reply of a server over HTTPS. */
export interface WholeReply {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

/** Asks a server over HTTPS. */
export function ask(
  { listening: { url, ca } }: SimulatedPodServer,
  path: string,
  { method = 'GET', headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<WholeReply> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      `${url}${path}`,
      { method, ca, headers, servername: 'localhost', agent: false },
      (reply) => {
        buffer(reply).then((body) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }), reject)
      },
    )
    request.on('error', reject)
    request.end()
  })
}
