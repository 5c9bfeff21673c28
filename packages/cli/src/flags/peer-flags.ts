import { isIP } from 'node:net'
import { builtInGates, createFeatureGates, currentRelease } from '@pinnace/versioning'
import { FlagError, type Flag } from './flag.ts'
import type { ServingFlags } from './serving-flags.ts'

/** Other servers over the same store. */
export interface PeerFlags {
  readonly peerCaFile?: string
  readonly peerAdvertiseIp?: string
  readonly peerAdvertisePort?: number
  readonly hostnameOverride?: string
  readonly proxyClientCertFile?: string
  readonly proxyClientKeyFile?: string
}

export const peerFlags: readonly Flag<PeerFlags>[] = [
  {
    name: 'peer-ca-file',
    placeholder: 'FILE',
    help: 'PEM certificate authorities of the other servers over the store. Requests for versions that only one of them serves are forwarded to it, which needs the --requestheader-* flags there. (default: requests are not forwarded)',
    read: (value) => ({ peerCaFile: value }),
  },
  {
    name: 'peer-advertise-ip',
    placeholder: 'ADDRESS',
    help: 'IP address at which other servers reach this one. (default: that of --advertise-address)',
    read: (value) => ({ peerAdvertiseIp: readIp(value) }),
  },
  {
    name: 'peer-advertise-port',
    placeholder: 'PORT',
    help: 'Port at which other servers reach this one. (default: that of --secure-port)',
    read: (value) => ({ peerAdvertisePort: readPort(value) }),
  },
  {
    name: 'hostname-override',
    placeholder: 'NAME',
    help: 'Name of this machine, which names the identity lease of the server; servers on one machine over one store need different ones. (default: that of the operating system)',
    read: (value) => ({ hostnameOverride: value }),
  },
  {
    name: 'proxy-client-cert-file',
    placeholder: 'FILE',
    help: "PEM client certificate of requests that are forwarded to aggregated servers and to peers, which trust it by --requestheader-client-ca-file. (default: one of the server's own authority)",
    read: (value) => ({ proxyClientCertFile: value }),
  },
  {
    name: 'proxy-client-key-file',
    placeholder: 'FILE',
    help: 'PEM key of --proxy-client-cert-file.',
    read: (value) => ({ proxyClientKeyFile: value }),
  },
]

const gate = 'UnknownVersionInteroperabilityProxy'

/** Throws a {@link FlagError} for flags of peers without their feature gate. */
// upstream: controlplane/apiserver/options/validation.go, validateUnknownVersionInteroperabilityProxyFlags
export function assertPeerFlags(flags: PeerFlags & Pick<ServingFlags, 'featureGates' | 'emulatedVersion'>): void {
  if ((flags.proxyClientCertFile === undefined) !== (flags.proxyClientKeyFile === undefined)) {
    throw new FlagError('--proxy-client-cert-file and --proxy-client-key-file must be set together')
  }
  assertGate(flags)
}

function assertGate({
  peerCaFile,
  peerAdvertiseIp,
  peerAdvertisePort,
  featureGates,
  emulatedVersion,
}: PeerFlags & Pick<ServingFlags, 'featureGates' | 'emulatedVersion'>): void {
  // Gates of other releases are checked by the server.
  if (emulatedVersion !== undefined) return
  const settings = featureGates ?? {}
  if (createFeatureGates({ gates: builtInGates, release: currentRelease, settings }).isEnabled(gate)) return
  for (const [name, value] of Object.entries({
    'peer-ca-file': peerCaFile,
    'peer-advertise-ip': peerAdvertiseIp,
    'peer-advertise-port': peerAdvertisePort,
  })) {
    if (value !== undefined) throw new FlagError(`--${name} requires ${gate} feature to be turned on`)
  }
}

function readIp(value: string): string {
  if (isIP(value) === 0) throw new FlagError(`--peer-advertise-ip must be an IP address, not ${JSON.stringify(value)}`)
  return value
}

function readPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (port >= 1 && port <= 65_535) return port
  throw new FlagError(`--peer-advertise-port must be a number from 1 to 65535, not ${JSON.stringify(value)}`)
}
