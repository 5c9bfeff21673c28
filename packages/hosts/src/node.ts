import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import type { ReplyStream } from '@pinnace/meta'
import { isClosing, markClosing } from './closing-sockets.ts'
import { mountPrefix, targetBelow, type HostOptions, type HttpHandler } from './http-handler.ts'
import { toHttp2Listener } from './http2.ts'
import { writeNodeReply } from './node-reply.ts'
import { NodeRequest } from './node-request.ts'
import { createNodeSinks } from './node-sink.ts'
import { refuseRequest } from './refuse-request.ts'
import { runHandler } from './run-handler.ts'
import { notFoundReply, statusReply } from './status-reply.ts'

/** A listener for the `request` event of node:http and node:https servers. */
export type NodeListener = (incoming: IncomingMessage, response: ServerResponse) => void

/** Options of {@link toNodeListener}. */
export interface NodeListenerOptions extends HostOptions {
  /**
   * Where the request target stands; frameworks that rewrite `url` keep the original elsewhere.
   * @default the incoming message's `url`
   */
  readonly targetOf?: (incoming: IncomingMessage) => string
  /**
   * True for a listener of `checkContinue`: "100 Continue" is then said when the body is first asked for, so that a
   * refusal spares the client sending it. @default false
   */
  readonly answersContinue?: boolean
}

const wireTarget = (incoming: IncomingMessage): string => incoming.url!

/**
 * Serves `handle` behind a node:http or node:https server: `http.createServer(toNodeListener(handle))`. Requests that
 * node accepts and a server must not are refused before `handle` is asked. See `createHttpServer` for a server that
 * also has the limits and answers what node's parser refuses.
 */
export function toNodeListener(handle: HttpHandler, options: NodeListenerOptions = {}): NodeListener {
  const { targetOf = wireTarget, answersContinue = false, onError, openStreams } = options
  const prefix = mountPrefix(options)
  const toSink = createNodeSinks()
  const startStream = (stream: ReplyStream, response: ServerResponse): void => {
    if (openStreams === undefined) stream.start(toSink(response))
    else openStreams.start(stream, toSink(response))
  }
  const http2Listener = toHttp2Listener(handle, options)
  return (incoming, response) => {
    if (isHttp2(incoming)) {
      // The compatibility API of node:http2, as frameworks use it: past it, to the stream.
      http2Listener(
        incoming.stream,
        { ':method': incoming.method!, ':path': targetOf(incoming) },
        0,
        incoming.rawHeaders,
      )
      return
    }
    if (isClosing(incoming.socket)) return
    const method = incoming.method!
    const refusal = refuseRequest(incoming)
    if (refusal !== undefined) {
      // INVARIANT: once the framing of a message is in doubt, nothing behind it is read as a request.
      markClosing(incoming.socket)
      response.shouldKeepAlive = false
      writeNodeReply(response, method, statusReply(refusal), startStream)
      return
    }
    const target = targetBelow(prefix, targetOf(incoming))
    if (target === undefined) {
      writeNodeReply(response, method, notFoundReply, startStream)
      return
    }
    const request = new NodeRequest(incoming, response, target, answersContinue)
    runHandler(handle, request, onError, (reply) => writeNodeReply(response, method, reply, startStream))
  }
}

function isHttp2(incoming: IncomingMessage): incoming is IncomingMessage & { readonly stream: ServerHttp2Stream } {
  return incoming.httpVersionMajor === 2 && 'stream' in incoming
}
