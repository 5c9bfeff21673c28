import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import type { ReplyStream } from '@pinnace/meta'
import { isClosing, markClosing } from './closing-sockets.ts'
import { isHealthCheck } from './health-check.ts'
import { hostUserReader, type MountOptions } from './host-user.ts'
import { mountPrefix, targetBelow, type HttpHandler } from './http-handler.ts'
import { createHttp2Serving } from './http2.ts'
import { writeNodeReply, type NodeWriting } from './node-reply.ts'
import { NodeRequest } from './node-request.ts'
import { createNodeSinks } from './node-sink.ts'
import { refuseRequest } from './refuse-request.ts'
import { ReplyBatch } from './reply-batch.ts'
import { runHandler } from './run-handler.ts'
import { notFoundReply, statusReply } from './status-reply.ts'
import { stallLimit } from './write-slices.ts'

/** A listener for the `request` event of node:http and node:https servers. */
export type NodeListener = (incoming: IncomingMessage, response: ServerResponse) => void

/** Options of {@link toNodeListener}. */
export interface NodeListenerOptions extends MountOptions<IncomingMessage> {
  /**
   * Reads the request target; frameworks that rewrite `url` keep the original in another member.
   * @default the `url` of the request
   */
  readonly targetOf?: (incoming: IncomingMessage) => string
  /**
   * True for a listener of `checkContinue`: "100 Continue" is sent when the body is first read, so that a client does
   * not send the body of a rejected request. @default false
   */
  readonly answersContinue?: boolean
}

const wireTarget = (incoming: IncomingMessage): string => incoming.url ?? '/'

/**
 * Serves `handle` behind a node:http or node:https server: `http.createServer(toNodeListener(handle))`. Requests that
 * Node.js accepts but are not valid are rejected before `handle` is called. `createHttpServer` also has limits, and
 * responds to parser errors with a Status.
 */
export function toNodeListener(handle: HttpHandler, options: NodeListenerOptions = {}): NodeListener {
  return createNodeListener(handle, options, new ReplyBatch())
}

/** As {@link toNodeListener}, with the batch of its server. */
export function createNodeListener(handle: HttpHandler, options: NodeListenerOptions, batch: ReplyBatch): NodeListener {
  const { targetOf = wireTarget, answersContinue = false, onError, openStreams } = options
  const prefix = mountPrefix(options)
  const readHostUser = hostUserReader(options)
  const toSink = createNodeSinks()
  const writing: NodeWriting = {
    ...stallLimit(options),
    startStream(stream: ReplyStream, response: ServerResponse): void {
      if (openStreams === undefined) stream.start(toSink(response))
      else openStreams.start(stream, toSink(response))
    },
  }
  const serveHttp2 = createHttp2Serving(handle, options)
  return (incoming, response) => {
    if (isHttp2(incoming)) {
      // The compatibility API of node:http2, which frameworks use: its stream is used directly.
      const headers = { ':method': incoming.method ?? '', ':path': targetOf(incoming) }
      serveHttp2(incoming.stream, headers, incoming.rawHeaders, readHostUser?.(incoming))
      return
    }
    if (isClosing(incoming.socket)) return
    const method = incoming.method ?? ''
    const refusal = refuseRequest(incoming)
    if (refusal !== undefined) {
      // INVARIANT: after a message with invalid framing, nothing is read as a request.
      markClosing(incoming.socket)
      response.shouldKeepAlive = false
      writeNodeReply(response, method, statusReply(refusal), writing)
      return
    }
    const target = targetBelow(prefix, targetOf(incoming))
    if (target === undefined) {
      writeNodeReply(response, method, notFoundReply, writing)
      return
    }
    const hostUser = readHostUser?.(incoming)
    const request = new NodeRequest(incoming, response, { target, continues: answersContinue, hostUser })
    runHandler(handle, request, {
      onError,
      batch: isHealthCheck(target) ? undefined : batch,
      write: (reply) => writeNodeReply(response, method, reply, writing),
    })
  }
}

function isHttp2(incoming: IncomingMessage): incoming is IncomingMessage & { readonly stream: ServerHttp2Stream } {
  return incoming.httpVersionMajor === 2 && 'stream' in incoming
}
