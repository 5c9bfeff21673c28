import type { NodeAgentOptions } from '@pinnace/server'
import { agentName, type NodeAgentFlags } from './flags/node-agent-flags.ts'
import { readAuthorities } from './read-authorities.ts'
import { readPair } from './read-pair.ts'

/** How the server connects to the agents of nodes, from the flags. Throws an Error whose message begins with the flag of an unusable file. */
export async function toNodeAgent({
  nodeAgentClientCertificate: certificate,
  nodeAgentClientKey: key,
  nodeAgentCertificateAuthority: authority,
  nodeAgentPreferredAddressTypes: preferredAddressTypes,
}: NodeAgentFlags): Promise<NodeAgentOptions> {
  return {
    ...(await clientCertificate(certificate, key)),
    ...(authority === undefined
      ? {}
      : { certificateAuthority: await readAuthorities(`${agentName}-certificate-authority`, authority) }),
    ...(preferredAddressTypes === undefined ? {} : { preferredAddressTypes }),
  }
}

async function clientCertificate(
  certFile: string | undefined,
  keyFile: string | undefined,
): Promise<Pick<NodeAgentOptions, 'clientCertificate' | 'clientKey'>> {
  if (certFile === undefined || keyFile === undefined) return {}
  const { cert, key } = await readPair(
    [`${agentName}-client-certificate`, certFile],
    [`${agentName}-client-key`, keyFile],
  )
  return { clientCertificate: cert, clientKey: key }
}
