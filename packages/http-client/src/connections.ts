import type { Agent, ClientRequest, RequestOptions } from 'node:http'
import type { AgentOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { createTimeSlices, paceInTurns, type Clock } from '@pinnace/meta'
import { createNodeLookup, type Lookup } from './shared-lookup.ts'

/** TLS settings of a client; certificates and keys are PEM. */
export interface TlsOptions {
  /** Authorities to trust. @default those of the machine */
  readonly ca?: string
  /** Client certificate. */
  readonly cert?: string
  /** Key of the client certificate. */
  readonly key?: string
  /** The name to ask for and to expect in the certificate of the server. @default the host of the URL */
  readonly serverName?: string
  /** Accepts any certificate. @default false */
  readonly insecureSkipVerify?: boolean
}

/** Options for {@link createConnections}. */
export interface ConnectionsOptions {
  readonly tls: TlsOptions
  readonly maxConnections: number
  readonly maxIdleConnections: number
  readonly idleTimeoutMs: number
  readonly clock: Clock
}

/** Opens requests over kept connections. */
export interface Connector {
  request(options: RequestOptions): ClientRequest
  /** Sends a request, in a later turn of the event loop where many are sent over TLS: each may need a connection. */
  readonly start: (send: () => void) => void
  /** Whether the connection has carried a request before; from now on it has. */
  isReused(socket: Socket): boolean
}

/** The kept connections of a client, by scheme. Node's modules are loaded when the first is needed. */
export interface Connections {
  /** Throws a TypeError for a scheme other than http and https. */
  connector(protocol: string): Promise<Connector>
  /** Closes what is idle, and keeps nothing from then on. */
  close(): void
}

/** The requests that are sent in one turn of the event loop: opening a TLS connection takes up to a millisecond. */
const startedInTurn = 4

interface Pool extends Connector {
  readonly agent: Agent
}

/** No connections yet. */
export function createConnections(options: ConnectionsOptions): Connections {
  const pools = new Map<string, Promise<Pool>>()
  let lookup: Promise<Lookup> | undefined
  let isClosed = false
  return {
    async connector(protocol) {
      let pool = pools.get(protocol)
      if (pool === undefined)
        pools.set(protocol, (pool = createPool(protocol, options, (lookup ??= createNodeLookup(options.clock)))))
      const { agent, ...connector } = await pool
      if (isClosed) retire(agent)
      return connector
    },
    close() {
      isClosed = true
      for (const pool of pools.values()) pool.then(({ agent }) => retire(agent), ignore)
    },
  }
}

async function createPool(protocol: string, options: ConnectionsOptions, lookup: Promise<Lookup>): Promise<Pool> {
  const settings: AgentOptions = {
    lookup: await lookup,
    keepAlive: true,
    maxSockets: options.maxConnections,
    maxFreeSockets: options.maxIdleConnections,
    // Node then also closes idle connections when the server said it would.
    timeout: options.idleTimeoutMs,
  }
  const used = new WeakSet<Socket>()
  const isReused = (socket: Socket): boolean => {
    const known = used.has(socket)
    used.add(socket)
    return known
  }
  if (protocol === 'https:') {
    const [{ Agent, request }, { createSecureContext }] = await Promise.all([import('node:https'), import('node:tls')])
    const tls = toAgentTls(options.tls)
    const agent = new Agent({ ...settings, ...tls })
    // Made once: Node.js would read the certificates again for each connection.
    let secureContext: SecureContext | undefined
    const makeContext = (): SecureContext => (secureContext ??= createSecureContext(tls))
    if (tls.ca !== undefined) {
      // The first authority of a process makes Node.js read its own authorities, which takes 40 ms.
      const slices = createTimeSlices({ clock: options.clock })
      await slices.next()
      try {
        makeContext()
      } catch {
        // Each request fails with it.
      }
      await slices.next()
    }
    const start = paceInTurns<() => void>(options.clock, startedInTurn, (send) => send())
    return {
      agent,
      isReused,
      start,
      request(to) {
        const secured = { ...to, agent, secureContext: makeContext() }
        return request(secured)
      },
    }
  }
  if (protocol !== 'http:') throw new TypeError(`not an http or https URL: ${protocol}`)
  const { Agent, request } = await import('node:http')
  const agent = new Agent(settings)
  return { agent, isReused, start: (send) => send(), request: (to) => request({ ...to, agent }) }
}

function toAgentTls({ ca, cert, key, serverName, insecureSkipVerify = false }: TlsOptions): AgentOptions {
  return {
    minVersion: 'TLSv1.2',
    // upstream: Go's crypto/x509 – every certificate of the bundle is trusted, a server's own certificate too.
    allowPartialTrustChain: true,
    rejectUnauthorized: !insecureSkipVerify,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(serverName === undefined ? {} : { servername: serverName }),
  }
}

// Destroying the agent would end requests in progress too.
function retire(agent: Agent): void {
  Object.assign(agent, { keepAlive: false })
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}

const ignore = (): void => {}
