import type { ServerOptions } from '@pinnace/server'
import type { CommandOptions } from './flags.ts'
import { followPair, type FollowOptions } from './follow-pair.ts'
import { readAuthorities } from './read-authorities.ts'

/** Settings for other servers over the store, from the flags. Throws an Error that names the flag of an unusable file. */
export async function toPeers(
  options: CommandOptions,
  follow: FollowOptions,
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
    ...(await toProxyClient(options, follow)),
  }
}

async function toProxyClient(
  options: CommandOptions,
  follow: FollowOptions,
): Promise<Pick<ServerOptions, 'aggregation'>> {
  const { proxyClientCertFile: certFile, proxyClientKeyFile: keyFile } = options
  if (certFile === undefined || keyFile === undefined) return {}
  const files = [
    ['proxy-client-cert-file', certFile],
    ['proxy-client-key-file', keyFile],
  ] as const
  const proxyClient = await followPair(...files, follow)
  return { aggregation: { proxyClient } }
}
