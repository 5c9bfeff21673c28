import type { NodeAgentOptions } from '@pinnace/server'
import { agentName, type NodeAgentFlags } from './flags/node-agent-flags.ts'
import { readFlagFile } from './read-flag-file.ts'

/** How the server connects to the agents of nodes, from the flags. Throws an Error whose message begins with the flag of an unusable file. */
export async function toNodeAgent({
  nodeAgentClientCertificate: certificate,
  nodeAgentClientKey: key,
  nodeAgentCertificateAuthority: authority,
  nodeAgentPreferredAddressTypes: preferredAddressTypes,
}: NodeAgentFlags): Promise<NodeAgentOptions> {
  const read = (flag: string, path: string): Promise<string> => readFlagFile(flag, path, (text) => text)
  return {
    ...(certificate === undefined
      ? {}
      : { clientCertificate: await read(`${agentName}-client-certificate`, certificate) }),
    ...(key === undefined ? {} : { clientKey: await read(`${agentName}-client-key`, key) }),
    ...(authority === undefined
      ? {}
      : { certificateAuthority: await read(`${agentName}-certificate-authority`, authority) }),
    ...(preferredAddressTypes === undefined ? {} : { preferredAddressTypes }),
  }
}
