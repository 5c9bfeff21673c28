import type { Buffer } from 'node:buffer'
import { ServerResponse, STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpReply } from '@pinnace/meta'
import { isClosing, markClosing } from './closing-sockets.ts'
import { hostUserReader, type MountOptions } from './host-user.ts'
import { mountPrefix, targetBelow, type HttpHandler } from './http-handler.ts'
import { writeNodeReply, type NodeWriting } from './node-reply.ts'
import { createNodeSinks } from './node-sink.ts'
import { refuseRequest } from './refuse-request.ts'
import { runHandler } from './run-handler.ts'
import { notFoundReply, statusReply } from './status-reply.ts'
import { UpgradeRequest } from './upgrade-request.ts'
import { stallLimit } from './write-slices.ts'

/** A listener for the `upgrade` event of node:http and node:https servers. */
export type UpgradeListener = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Options of {@link toUpgradeListener}. */
export interface UpgradeListenerOptions extends MountOptions<IncomingMessage> {
  /**
   * What becomes of requests outside the prefix: `refuse` answers 404; `ignore` leaves them to the other listeners of the
   * server, which must answer. @default 'refuse'
   */
  readonly others?: 'refuse' | 'ignore'
  /** Called with the response of each request, and with undefined when its connection has been handed over. */
  readonly onResponse?: (socket: Duplex, response: ServerResponse | undefined) => void
}

/**
 * Serves the requests of `handle` that upgrade their connection (WebSocket, SPDY): `http.createServer(…).on('upgrade',
 * toUpgradeListener(handle))`. A request that is not upgraded is answered like any other, and its connection is closed.
 */
export function toUpgradeListener(handle: HttpHandler, options: UpgradeListenerOptions = {}): UpgradeListener {
  const prefix = mountPrefix(options)
  const { onError, openStreams, others = 'refuse', onResponse = () => {} } = options
  const readHostUser = hostUserReader(options)
  const toSink = createNodeSinks()
  const writing: NodeWriting = {
    ...stallLimit(options),
    startStream(stream, response): void {
      if (openStreams === undefined) stream.start(toSink(response))
      else openStreams.start(stream, toSink(response))
    },
  }
  return (incoming, socket, head) => {
    // A broken connection also emits `close`, which is handled.
    socket.on('error', () => socket.destroy())
    const target = targetBelow(prefix, incoming.url ?? '/')
    if ((target === undefined && others === 'ignore') || isClosing(socket)) return
    const response = createResponse(incoming, socket)
    onResponse(socket, response)
    const method = incoming.method ?? ''
    const write = (reply: HttpReply): void => {
      if (reply.takeOver === undefined) {
        writeNodeReply(response, method, reply, writing)
        return
      }
      response.detachSocket(socket as IncomingMessage['socket'])
      onResponse(socket, undefined)
      handOver(socket, head, reply)
    }
    const refusal = refuseRequest(incoming)
    if (refusal !== undefined) write(statusReply(refusal))
    else if (target === undefined) write(notFoundReply)
    else {
      const hostUser = readHostUser?.(incoming)
      const request = new UpgradeRequest({ incoming, socket, head }, response, { target, hostUser })
      runHandler(handle, request, { onError, write })
    }
  }
}

/** A response on a connection that Node.js has stopped serving; the connection is closed after it. */
function createResponse(incoming: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(incoming)
  response.shouldKeepAlive = false
  response.assignSocket(socket as IncomingMessage['socket'])
  response.once('finish', () => {
    // INVARIANT: what follows on the connection is not read as a request.
    markClosing(socket)
    socket.end()
    socket.resume()
  })
  return response
}

function handOver(socket: Duplex, head: Buffer, { status, headers, takeOver }: HttpReply): void {
  if (socket.destroyed) {
    takeOver?.(socket)
    return
  }
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
  for (const [name, value] of Object.entries(headers)) {
    for (const one of typeof value === 'string' ? [value] : value) lines.push(`${name}: ${one}`)
  }
  const text = lines.map((line) => line.replace(/[\r\n]/g, ' ')).join('\r\n')
  socket.write(`${text}\r\n\r\n`, 'latin1')
  if (head.length > 0) socket.unshift(head)
  takeOver?.(socket)
}
