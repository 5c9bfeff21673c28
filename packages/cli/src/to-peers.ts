import type { ServerOptions } from '@pinnace/server'
import type { CommandOptions } from './flags.ts'
import { readAuthorities } from './read-authorities.ts'
import { readPair } from './read-pair.ts'

/** Settings for other servers over the store, from the flags. Throws an Error that names the flag of an unusable file. */
export async function toPeers(
  options: CommandOptions,
): Promise<Pick<ServerOptions, 'aggregation' | 'peers' | 'hostname'>> {
  const { peerCaFile: file, peerAdvertiseIp, peerAdvertisePort, hostnameOverride: hostname } = options
  const peers = {
    ...(file === undefined ? {} : { ca: await readAuthorities('peer-ca-file', file) }),
    ...(peerAdvertiseIp === undefined ? {} : { advertiseAddress: peerAdvertiseIp }),
    ...(peerAdvertisePort === undefined ? {} : { advertisePort: peerAdvertisePort }),
  }
  return {
    ...(Object.keys(peers).length === 0 ? {} : { peers }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(await toProxyClient(options)),
  }
}

async function toProxyClient(options: CommandOptions): Promise<Pick<ServerOptions, 'aggregation'>> {
  const { proxyClientCertFile: certFile, proxyClientKeyFile: keyFile } = options
  if (certFile === undefined || keyFile === undefined) return {}
  const proxyClient = await readPair(['proxy-client-cert-file', certFile], ['proxy-client-key-file', keyFile])
  return { aggregation: { proxyClient } }
}
