import { kubernetesVocabulary } from '@pinnace/meta'
import { FlagError, readList, type Flag } from './flag.ts'

/** Connections to the agents of nodes. Files are paths, read when the server starts. */
export interface NodeAgentFlags {
  readonly nodeAgentClientCertificate?: string
  readonly nodeAgentClientKey?: string
  readonly nodeAgentCertificateAuthority?: string
  readonly nodeAgentPreferredAddressTypes?: readonly string[]
}

/** The name that flags begin with. */
export const agentName: string = kubernetesVocabulary.nodeAgent

export const nodeAgentFlags: readonly Flag<NodeAgentFlags>[] = [
  {
    name: `${agentName}-client-certificate`,
    placeholder: 'FILE',
    help: 'PEM client certificate for connections to the agents of nodes: logs, exec, attach, port forwarding and node proxies.',
    read: (value) => ({ nodeAgentClientCertificate: value }),
  },
  {
    name: `${agentName}-client-key`,
    placeholder: 'FILE',
    help: `PEM key of --${agentName}-client-certificate.`,
    read: (value) => ({ nodeAgentClientKey: value }),
  },
  {
    name: `${agentName}-certificate-authority`,
    placeholder: 'FILE',
    help: 'PEM certificate authorities for the serving certificates of the agents of nodes. (default: they are not verified)',
    read: (value) => ({ nodeAgentCertificateAuthority: value }),
  },
  {
    name: `${agentName}-preferred-address-types`,
    placeholder: 'LIST',
    help: 'Types of node addresses to connect to, the preferred one first. (default Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP)',
    read: (value, { nodeAgentPreferredAddressTypes }) => ({
      nodeAgentPreferredAddressTypes: readList(value, nodeAgentPreferredAddressTypes),
    }),
  },
]

/** Throws a {@link FlagError} for a client certificate without its key, and for the key alone. */
export function assertNodeAgentFlags(flags: NodeAgentFlags): void {
  if ((flags.nodeAgentClientCertificate === undefined) === (flags.nodeAgentClientKey === undefined)) return
  throw new FlagError(`--${agentName}-client-certificate and --${agentName}-client-key must be set together`)
}
