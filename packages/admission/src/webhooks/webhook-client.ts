import { Buffer } from 'node:buffer'
import type { RemoteUsers } from '@pinnace/authn'
import { createHttpClientPool, formatConnectionError, type WholeReply } from '@pinnace/http-client'
import { thenMaybe, type Awaitable, type Clock, type Vocabulary } from '@pinnace/meta'
import type { WebhookClientConfig } from '@pinnace/types/admissionregistration-v1'
import type { ResolveService } from '../resolve-service.ts'
import { webhookPath } from './webhook-path.ts'

/** Options for {@link createWebhookClient}. */
export interface WebhookClientOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** Credentials of the server, by host and port of the webhook. @default none */
  readonly users?: RemoteUsers | undefined
  /** @default `<name>.<namespace>.svc` */
  readonly resolveService?: ResolveService | undefined
}

/** One call of a webhook. */
export interface WebhookCall {
  readonly config: WebhookClientConfig
  readonly body: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  /** Awaited before the webhook is connected to, within the timeout. @default nothing */
  readonly hold?: (() => Awaitable<void>) | undefined
}

/** Posts to webhooks. */
export interface WebhookClient extends Disposable {
  /** Returns the reply, whatever its status. Throws an Error with the URL and the reason where there is none. */
  post(call: WebhookCall): Promise<WholeReply>
}

/** Most clients, one for each CA bundle and user; the least recently used one is closed first. */
const maxClients = 200

/** The limit of a response, enough to replace the largest object twice. */
const maxBytes = 8 * 1024 * 1024

/** Most calls in flight of one client; one more fails. */
const maxPending = 1000

/** Calls webhooks over kept-alive connections, with a pool for each CA bundle and user. */
// upstream: apiserver/pkg/util/webhook/client.go
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { vocabulary, clock, users, resolveService } = options
  const userAgent = `${vocabulary.componentPrefix}-apiserver-admission`
  const clients = createHttpClientPool({ maxClients, maxPending, clock })
  let isClosed = false
  return {
    async post({ config, body, timeoutMs, signal, hold }) {
      const { host, port, authority, origin, path, service } = targetOf(config)
      const resolve = service === undefined || resolveService === undefined ? undefined : () => resolveService(service)
      const url = `${origin}${path}?timeout=${Math.max(1, Math.ceil(timeoutMs / 1000))}s`
      const user = users?.(host, port)
      const authorization = user?.authorization()
      try {
        if (isClosed) throw new Error('the server has been closed')
        const client = clients.client({
          ...(config.caBundle === undefined || config.caBundle === ''
            ? {}
            : { ca: Buffer.from(config.caBundle, 'base64').toString() }),
          ...(user?.clientCertificate === undefined ? {} : { cert: user.clientCertificate }),
          ...(user?.clientKey === undefined ? {} : { key: user.clientKey }),
        })
        return await client.send({
          method: 'POST',
          url,
          headers: {
            host: authority,
            accept: 'application/json, */*',
            'content-type': 'application/json',
            'user-agent': userAgent,
            ...(authorization === undefined ? {} : { authorization }),
          },
          body,
          connectTo: hold === undefined ? resolve : () => thenMaybe(hold(), () => resolve?.()),
          timeoutMs,
          maxBytes,
          signal,
        })
      } catch (error) {
        const why = signal?.aborted === true ? 'context canceled' : formatConnectionError(error)
        throw new Error(`Post "${url}": ${why}`, { cause: error })
      }
    },
    [Symbol.dispose]() {
      isClosed = true
      clients[Symbol.dispose]()
    },
  }
}

interface Target {
  /** The host credentials are looked up by, and that the certificate of a service must be valid for. */
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
