import { toUpgradeReply } from '@pinnace/aggregation'
import type { AnyReply } from '@pinnace/http-client'
import type { Clock, HttpReply, HttpRequest } from '@pinnace/meta'
import { forwardedLines } from './forwarded-lines.ts'
import { unreachable } from './node-agent.ts'

/** A request whose upgrade is passed on to another server. */
export interface ProxiedUpgrade {
  readonly http: HttpRequest
  readonly clock: Clock
  /** Sends the request with header lines, `Host` excluded. */
  readonly open: (headers: readonly string[]) => Promise<AnyReply>
}

/**
 * Passes a request and its upgrade on to another server: once that server has switched protocols, bytes are copied both
 * ways. Another reply of it is answered as it is.
 */
// upstream: apimachinery/pkg/util/proxy/upgradeaware.go, tryUpgrade
export async function proxyUpgrade({ http, clock, open }: ProxiedUpgrade): Promise<HttpReply> {
  return toUpgradeReply(await openUpgrade(() => open(forwardedLines(http, { isUpgrade: true }))), clock)
}

/** A reply to a request for an upgrade. Throws 500 for a server that cannot be reached. */
export async function openUpgrade(
  open: () => Promise<AnyReply>,
  errorPrefix = 'error dialing backend: ',
): Promise<AnyReply> {
  try {
    return await open()
  } catch (error) {
    throw unreachable(error, errorPrefix)
  }
}
