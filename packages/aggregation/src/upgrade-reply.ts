import type { Duplex } from 'node:stream'
import { toReplyStream, type AnyReply } from '@pinnace/http-client'
import { unclassifiedError, type Clock, type HttpReply } from '@pinnace/meta'
import { closeWhenIdle, joinConnections } from '@pinnace/streaming'
import { headersOf, replyHeaders } from './proxy-headers.ts'

/** How long an upgraded connection may be idle, milliseconds. */
// upstream: kubelet, --streaming-connection-idle-timeout
export const upgradedIdleMs: number = 4 * 3_600_000

/**
 * The reply of another server to a request for an upgrade: once that server has switched protocols, bytes are copied both
 * ways. A refusal of it is passed on as it is. Throws 500 for any other reply.
 */
// upstream: apimachinery/pkg/util/proxy/upgradeaware.go, tryUpgrade
export function toUpgradeReply(reply: AnyReply, clock: Clock): HttpReply {
  const { status } = reply
  if ('connection' in reply) {
    const { connection } = reply
    const takeOver = (client: Duplex): void => {
      closeWhenIdle(client, { clock, idleMs: upgradedIdleMs })
      void joinConnections(client, connection)
    }
    return { status: 101, headers: headersOf(reply.rawHeaders), body: undefined, takeOver }
  }
  if (status < 400) {
    reply.destroy()
    throw unclassifiedError(`invalid upgrade response: status code ${status}`)
  }
  const chunks = reply.body[Symbol.asyncIterator]()
  const body = toReplyStream({ chunks, onClose: () => reply.destroy(), clock })
  return { status, headers: replyHeaders(reply.rawHeaders), body }
}
