import type { Clock } from '@pinnace/meta'
import { GrpcChannel } from './grpc/grpc-channel.ts'

/** How to connect to etcd. Certificates and keys are PEM. */
export interface EtcdTlsOptions {
  /** Authorities to trust. @default those of the machine */
  readonly ca?: string | Buffer
  /** Client certificate; requires `key`. */
  readonly cert?: string | Buffer
  /** Key of the client certificate. */
  readonly key?: string | Buffer
}

/** A member of etcd, and the connection to it. */
export interface Endpoint {
  readonly url: string
  readonly channel: GrpcChannel
}

/** The members of etcd. Requests go to the current one; it changes when it fails. */
export interface Endpoints {
  readonly all: readonly Endpoint[]
  current(): Endpoint
  /** Makes the next endpoint the current one, unless that has happened since `failed` was. */
  leave(failed: Endpoint): void
  close(): void
}

/** Creates the connections, which are opened when they are used. Throws a TypeError for an endpoint that is not a URL. */
export function createEndpoints(urls: readonly string[], tls: EtcdTlsOptions, clock: Clock): Endpoints {
  if (urls.length === 0) throw new TypeError('endpoints must contain at least one URL')
  if ((tls.cert === undefined) !== (tls.key === undefined)) throw new TypeError('cert and key must be set together')
  const all = urls.map((url) => createEndpoint(url, tls, clock))
  let index = 0
  return {
    all,
    current: () => all[index] ?? fail(),
    leave(failed) {
      if (all[index] === failed) index = (index + 1) % all.length
    },
    close() {
      for (const { channel } of all) channel.close()
    },
  }
}

function createEndpoint(url: string, tls: EtcdTlsOptions, clock: Clock): Endpoint {
  const { protocol, hostname, port, pathname } = parseEndpoint(url)
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '' || pathname !== '/') {
    throw new TypeError(`endpoint ${JSON.stringify(url)} must be a URL such as https://127.0.0.1:2379`)
  }
  const isSecure = protocol === 'https:'
  const channel = new GrpcChannel({
    // A URL writes IPv6 addresses in brackets.
    host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    tls: isSecure ? tls : undefined,
    clock,
  })
  return { url, channel }
}

/** Also accepts an address without a scheme, as etcd's own client does. */
function parseEndpoint(url: string): URL {
  const text = url.includes('://') ? url : `http://${url}`
  if (!URL.canParse(text)) throw new TypeError(`endpoint ${JSON.stringify(url)} is not a URL`)
  return new URL(text)
}

function fail(): never {
  throw new TypeError('no endpoint')
}
