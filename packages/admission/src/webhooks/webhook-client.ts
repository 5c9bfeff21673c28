import { Buffer } from 'node:buffer'
import {
  createHttpClient,
  type HttpClient,
  type IncomingReply,
  type RemoteUser,
  type RemoteUsers,
} from '@pinnace/authn'
import type { Awaitable, Clock, Vocabulary } from '@pinnace/meta'
import type { WebhookClientConfig } from '@pinnace/types/admissionregistration-v1'
import type { ResolveService } from '../resolve-service.ts'
import { connectionErrorText } from './connection-error.ts'
import { webhookPath } from './webhook-path.ts'

/** Options for {@link createWebhookClient}. */
export interface WebhookClientOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** What the server shows to whom. @default nothing */
  readonly users?: RemoteUsers | undefined
  /** @default `<name>.<namespace>.svc` */
  readonly resolveService?: ResolveService | undefined
}

/** One call. */
export interface WebhookCall {
  readonly config: WebhookClientConfig
  readonly body: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** Sends bodies to webhooks. */
export interface WebhookClient extends Disposable {
  /** The reply, whatever its status. Throws an Error that says where it did not arrive, and why. */
  post(call: WebhookCall): Promise<IncomingReply>
}

/** Clients of one server: each is one authority and one identity. The one not used for longest goes first. */
const maxClients = 200

/** A longer answer is a failure: a patch of the largest object, twice over. */
const maxBytes = 8 * 1024 * 1024

/** Calls under way at once with one authority and identity; one more is a failure. */
const maxPending = 1000

const usualTimeoutMs = 30_000

/** Calls webhooks over kept connections, one pool for every authority and identity. */
// upstream: apiserver/pkg/util/webhook/client.go
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { vocabulary, clock, users, resolveService = defaultAddress } = options
  const userAgent = `${vocabulary.componentPrefix}-apiserver-admission`
  const clients = new Map<string, HttpClient>()
  const numbers = new WeakMap<RemoteUser, number>()
  let lastNumber = 0
  let isClosed = false
  const numberOf = (user: RemoteUser | undefined): number => {
    if (user === undefined) return 0
    let number = numbers.get(user)
    if (number === undefined) numbers.set(user, (number = ++lastNumber))
    return number
  }
  const clientOf = (caBundle: string, serverName: string, user: RemoteUser | undefined): HttpClient => {
    if (isClosed) throw new Error('the server has been closed')
    const key = `${numberOf(user)} ${serverName} ${caBundle}`
    let client = clients.get(key)
    if (client === undefined) {
      const [oldest] = clients
      if (oldest !== undefined && clients.size >= maxClients) {
        clients.delete(oldest[0])
        oldest[1].close()
      }
      const tls = {
        ...(caBundle === '' ? {} : { ca: Buffer.from(caBundle, 'base64').toString() }),
        ...(serverName === '' ? {} : { servername: serverName }),
        ...(user?.clientCertificate === undefined ? {} : { cert: user.clientCertificate }),
        ...(user?.clientKey === undefined ? {} : { key: user.clientKey }),
      }
      client = createHttpClient({ tls, timeoutMs: usualTimeoutMs, maxBytes, maxPending, clock })
    } else clients.delete(key)
    clients.set(key, client)
    return client
  }
  return {
    async post({ config, body, timeoutMs, signal }) {
      const target = targetOf(config)
      const query = `?timeout=${Math.max(1, Math.ceil(timeoutMs / 1000))}s`
      const user = users?.(target.host, target.port)
      const authorization = user?.authorization()
      const startedMs = clock.monotonic()
      try {
        const origin =
          target.service === undefined
            ? target.origin
            : originOf(await inTime(resolveService(target.service), { clock, timeoutMs, signal }))
        const client = clientOf(config.caBundle ?? '', target.service === undefined ? '' : target.host, user)
        return await client({
          method: 'POST',
          url: `${origin}${target.path}${query}`,
          headers: {
            host: target.authority,
            accept: 'application/json, */*',
            'content-type': 'application/json',
            'user-agent': userAgent,
            ...(authorization === undefined ? {} : { authorization }),
          },
          body,
          timeoutMs: timeoutMs - (clock.monotonic() - startedMs),
          signal,
        })
      } catch (error) {
        const why = signal?.aborted === true ? 'context canceled' : connectionErrorText(error)
        throw new Error(`Post "${target.origin}${target.path}${query}": ${why}`, { cause: error })
      }
    },
    [Symbol.dispose]() {
      isClosed = true
      for (const client of clients.values()) client.close()
      clients.clear()
    },
  }
}

interface Target {
  /** By which credentials are found, and which the certificate of a service must be for. */
  readonly host: string
  readonly port: number
  readonly authority: string
  readonly origin: string
  readonly path: string
  readonly service?: { readonly namespace: string; readonly name: string; readonly port: number }
}

function targetOf({ url, service }: WebhookClientConfig): Target {
  if (service !== undefined) {
    const { namespace, name, port = 443 } = service
    const path = webhookPath(service.path ?? '')
    const host = `${name}.${namespace}.svc`
    const authority = `${host}:${port}`
    return { host, port, authority, origin: `https://${authority}`, path, service: { namespace, name, port } }
  }
  if (url === undefined) throw new Error('webhook configuration must have either service or URL')
  const { hostname, host, port, origin, pathname } = new URL(url)
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return { host: bare, port: port === '' ? 443 : Number(port), authority: host, origin, path: webhookPath(pathname) }
}

const defaultAddress: ResolveService = ({ namespace, name, port }) => ({ host: `${name}.${namespace}.svc`, port })

/** What is promised, unless the time is over first or the caller is gone. */
function inTime<T>(
  value: Awaitable<T>,
  { clock, timeoutMs, signal }: { clock: Clock; timeoutMs: number; signal: AbortSignal | undefined },
): Awaitable<T> {
  if (!(value instanceof Promise)) return value
  return new Promise((resolve, reject) => {
    const late = (): void => reject(Object.assign(new Error('not resolved in time'), { code: 'ETIMEDOUT' }))
    const gone = (): void => reject(signal!.reason)
    const timer = clock.after(timeoutMs, late)
    signal?.addEventListener('abort', gone, { once: true })
    value.then(resolve, reject).finally(() => {
      timer.cancel()
      signal?.removeEventListener('abort', gone)
    })
  })
}

function originOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`
}
