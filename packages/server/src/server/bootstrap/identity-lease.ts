import { createHash } from 'node:crypto'
import { hostname as hostnameOf } from 'node:os'
import { formatMicroTime, parseTime, type Random, type Vocabulary } from '@pinnace/meta'
import type { LeaseSpec } from '@pinnace/types/coordination-v1'

/** Who a running server is, as its lease says. */
export interface Identity {
  readonly hostname: string
  readonly leaseName: string
  readonly holder: string
}

const leaseDurationSeconds = 3600

/** The identity of a server: its name depends on the name of the machine only, its holder is new with each start. */
// upstream: apiserver/pkg/server/config.go, NewConfig
export function createIdentity(random: Pick<Random, 'uid'>, hostname: string = hostnameOf()): Identity {
  const host = hostname.toLowerCase()
  const leaseName = `apiserver-${base32(createHash('sha256').update(host).digest().subarray(0, 16))}`
  return { hostname: host, leaseName, holder: `${leaseName}_${random.uid()}` }
}

/** The spec of a lease that is renewed now. */
export function leaseSpecOf({ holder }: Identity, nowMs: number): object {
  return { holderIdentity: holder, leaseDurationSeconds, renewTime: formatMicroTime(BigInt(Math.trunc(nowMs)) * 1000n) }
}

/** The label of the identity leases of API servers. */
export function identityLabel({ componentPrefix, labelDomain }: Vocabulary): Readonly<Record<string, string>> {
  return { [`apiserver.${labelDomain}/identity`]: `${componentPrefix}-apiserver` }
}

/** The selector of the identity leases of API servers. */
export function identitySelector(vocabulary: Vocabulary): string {
  return Object.entries(identityLabel(vocabulary))
    .map(([name, value]) => `${name}=${value}`)
    .join()
}

/** Whether a lease was not renewed in time; one that is incomplete is. */
// upstream: pkg/controlplane/controller/apiserverleasegc/gc_controller.go, isLeaseExpired
export function isExpired(spec: LeaseSpec | undefined, nowMs: number): boolean {
  const renewedMs = parseTime(spec?.renewTime ?? '')
  const seconds = spec?.leaseDurationSeconds
  return renewedMs === undefined || seconds === undefined || renewedMs + seconds * 1_000 < nowMs
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648 base32 in lower case, without padding. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((value >> (bits - 5)) & 31)
  }
  return bits === 0 ? text : text + alphabet.charAt((value << (5 - bits)) & 31)
}
