import { Client, credentials, type ChannelCredentials } from '@grpc/grpc-js'

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
  readonly client: Client
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
export function createEndpoints(urls: readonly string[], tls: EtcdTlsOptions): Endpoints {
  if (urls.length === 0) throw new TypeError('endpoints must contain at least one URL')
  if ((tls.cert === undefined) !== (tls.key === undefined)) throw new TypeError('cert and key must be set together')
  const all = urls.map((url) => createEndpoint(url, tls))
  let index = 0
  return {
    all,
    current: () => all[index] ?? fail(),
    leave(failed) {
      if (all[index] === failed) index = (index + 1) % all.length
    },
    close() {
      for (const { client } of all) client.close()
    },
  }
}

function createEndpoint(url: string, tls: EtcdTlsOptions): Endpoint {
  const { protocol, hostname, port, pathname } = parseEndpoint(url)
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '' || pathname !== '/') {
    throw new TypeError(`endpoint ${JSON.stringify(url)} must be a URL such as https://127.0.0.1:2379`)
  }
  const isSecure = protocol === 'https:'
  const address = `${hostname}:${port === '' ? (isSecure ? 443 : 80) : port}`
  // A URL writes IPv6 addresses in brackets, as the resolver expects them.
  return { url, client: new Client(address, isSecure ? secure(tls) : credentials.createInsecure(), channelOptions) }
}

/** Also accepts an address without a scheme, as etcd's own client does. */
function parseEndpoint(url: string): URL {
  const text = url.includes('://') ? url : `http://${url}`
  if (!URL.canParse(text)) throw new TypeError(`endpoint ${JSON.stringify(url)} is not a URL`)
  return new URL(text)
}

function secure({ ca, cert, key }: EtcdTlsOptions): ChannelCredentials {
  const bytes = (pem: string | Buffer | undefined): Buffer | null => (pem === undefined ? null : Buffer.from(pem))
  return credentials.createSsl(bytes(ca), bytes(key), bytes(cert))
}

function fail(): never {
  throw new TypeError('no endpoint')
}

// etcd closes connections that ping more often than every 5 seconds.
const channelOptions = {
  'grpc.keepalive_time_ms': 6_000,
  'grpc.keepalive_timeout_ms': 3_000,
  'grpc.initial_reconnect_backoff_ms': 50,
  'grpc.max_reconnect_backoff_ms': 1_000,
  // Pages of a list are as large as their values.
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
  // A connection belongs to one store, which closes it.
  'grpc.use_local_subchannel_pool': 1,
}
