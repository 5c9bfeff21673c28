/** How the server connects to the agents of nodes (kubelets). */
export interface NodeAgentOptions {
  /** The client certificate that the server shows, PEM. @default none */
  readonly clientCertificate?: string
  /** The key of the client certificate, PEM. */
  readonly clientKey?: string
  /** The authorities of the agents' serving certificates, PEM. @default they are not verified */
  readonly certificateAuthority?: string
  /**
   * The types of addresses of nodes to connect to, the first that a node has.
   * @default ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP']
   */
  readonly preferredAddressTypes?: readonly string[]
}

// upstream: cmd/kube-apiserver/app/options/options.go
/** The types of addresses, the preferred one first. */
export const defaultAddressTypes: readonly string[] = Object.freeze([
  'Hostname',
  'InternalDNS',
  'InternalIP',
  'ExternalDNS',
  'ExternalIP',
])
