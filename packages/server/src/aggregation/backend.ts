import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request as send, type RequestOptions } from 'node:https'
import type { CertificateAndKey } from '../tls/serving-certificates.ts'
import type { HeaderLines } from './proxy-headers.ts'
import type { RemoteTarget } from './registration.ts'

/** Where a server is reached. */
export interface BackendAddress {
  readonly host: string
  readonly port: number
}

/** One request to a registered server. */
export interface BackendRequest {
  readonly address: BackendAddress
  readonly method: string
  /** Path and query, as they stood on the wire. */
  readonly target: string
  readonly headers: HeaderLines
  readonly body?: Uint8Array | undefined
  /** Ends the exchange, whatever it has come to. */
  readonly signal: AbortSignal
}

/** The connections to one registered server. Those that are idle do not keep the process alive. */
export interface Backend {
  /** Sends a request; the reply has its headers, and its body is still to be read. */
  open(request: BackendRequest): Promise<IncomingMessage>
  /** Lets go of idle connections; exchanges under way end, and theirs are not kept. */
  close(): void
}

/** Options for {@link createBackend}. */
export interface BackendOptions {
  readonly target: RemoteTarget
  /** What this server shows of itself. */
  readonly certificate: CertificateAndKey
  /** The certificate of the other server is not looked at: for asking whether it is there at all. @default false */
  readonly isUnverified?: boolean
}

/** Exchanges under way at once with one server; one more is refused. Watches of its objects count. */
const maxPending = 10_000

/** Connects to a registered server as a proxy of its authority. */
export function createBackend({ target, certificate, isUnverified = false }: BackendOptions): Backend {
  const { namespace, service, port, authorities, isInsecure } = target
  const servername = `${service}.${namespace}.svc`
  const agent = new Agent({
    keepAlive: true,
    minVersion: 'TLSv1.2',
    servername,
    cert: certificate.cert,
    key: certificate.key,
    rejectUnauthorized: !isInsecure && !isUnverified,
    // upstream: Go's crypto/x509 – whatever is in the bundle is believed, a server's own certificate too.
    allowPartialTrustChain: true,
    ...(authorities === '' ? {} : { ca: authorities }),
  })
  let pending = 0
  return {
    async open({ address, method, target: path, headers, body, signal }) {
      if (pending >= maxPending) throw new Error(`too many requests to ${servername} at once`)
      pending++
      const length = body === undefined ? [] : ['Content-Length', String(body.byteLength)]
      const lines = ['Host', `${servername}:${port}`, ...headers, ...length]
      const options = { agent, host: address.host, port: address.port, method, path, headers: lines, setHost: false }
      try {
        const incoming = await exchange(options, { body, signal, isRead: method === 'GET' || method === 'HEAD' })
        incoming.once('close', () => pending--)
        return incoming
      } catch (error) {
        pending--
        throw error
      }
    },
    close() {
      // Destroying the agent would end what is under way; this ends what is idle, and keeps nothing from then on.
      Object.assign(agent, { keepAlive: false })
      for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
    },
  }
}

/** One request; one that only reads is sent again where the other side had closed the kept connection it was sent on. */
function exchange(
  options: RequestOptions,
  { body, signal, isRead }: Pick<BackendRequest, 'body' | 'signal'> & { readonly isRead: boolean },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let outgoing: ClientRequest
    let isSettled = false
    const settle = (): void => {
      isSettled = true
    }
    const onAbort = (): void => {
      settle()
      outgoing.destroy()
      reject(signal.reason)
    }
    const open = (): void => {
      const request = send(options, (incoming) => {
        settle()
        incoming.once('close', () => signal.removeEventListener('abort', onAbort))
        resolve(incoming)
      })
      outgoing = request
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (isSettled) return
        if (isRead && request.reusedSocket && error.code === 'ECONNRESET') return open()
        settle()
        signal.removeEventListener('abort', onAbort)
        reject(error)
        return undefined
      })
      request.end(body)
    }
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      open()
    } catch (error) {
      // Headers that are none, authorities and keys that are none.
      signal.removeEventListener('abort', onAbort)
      reject(error)
    }
    return undefined
  })
}
