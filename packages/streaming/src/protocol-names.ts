/** The names of the protocols of streams, which contain the product's domain. */
export interface ProtocolNames {
  /** One message or stream for each channel. */
  readonly channel: string
  /** Of forwarded ports over SPDY. */
  readonly portForward: string
  /** SPDY/3.1 inside a WebSocket. */
  readonly tunnel: string
}

/** The names for a domain, that of API groups. */
export function protocolNames(domain: string): ProtocolNames {
  const portForward = `portforward.${domain}`
  return { channel: `channel.${domain}`, portForward, tunnel: `SPDY/3.1+${portForward}` }
}

/** The versions of the protocol of commands, newest first. */
export type CommandVersion = 'v5' | 'v4' | 'v3' | 'v2' | 'v1'
