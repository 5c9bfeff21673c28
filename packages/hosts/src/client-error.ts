import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isClosing, markClosing } from './closing-sockets.ts'
import { writeRefusal } from './write-refusal.ts'

/** The error of a message that the parser of Node.js rejected, or of a broken connection. */
export interface ClientError extends Error {
  readonly code?: string
  readonly reason?: string
}

/** The newest response of each connection. */
export interface NewestResponses {
  get(socket: Duplex): ServerResponse | undefined
}

interface Refusal {
  readonly code: number
  readonly message: string
}

/** The responses to messages that the parser of Node.js rejects, by error code; anything else is a plain 400. */
const refusals: Readonly<Record<string, Refusal>> = Object.freeze({
  HPE_HEADER_OVERFLOW: { code: 431, message: 'request header fields too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 413, message: 'chunk extensions too large' },
  HPE_INVALID_VERSION: { code: 505, message: 'unsupported protocol version' },
  HPE_PAUSED_H2_UPGRADE: { code: 505, message: 'unsupported protocol version' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 408, message: 'the request did not arrive in time' },
})

/** A listener for the `clientError` event of node:http and node:https servers; it responds with a Status if it can. */
export function toClientErrorListener(responses: NewestResponses): (error: ClientError, socket: Duplex) => void {
  return (error, socket) => {
    if (isClosing(socket)) return
    // INVARIANT: nothing is written into a reply that has started.
    const response = responses.get(socket)
    const hasStarted = response !== undefined && response.headersSent
    const replying = hasStarted && !response.writableFinished
    // A body that was answered before its end may be malformed further on.
    const isMidway = replying || (hasStarted && !response.req.complete)
    if (isMidway && response.writableEnded && socket.writable) {
      // That reply is complete: it is sent, and nothing after it.
      markClosing(socket)
      socket.end()
      return
    }
    if (replying || error.code === 'ECONNRESET' || error.code === 'EPIPE') {
      socket.destroy()
      return
    }
    markClosing(socket)
    const { code, message } = refusalOf(error)
    writeRefusal(socket, code, message)
  }
}

function refusalOf({ code, reason }: ClientError): Refusal {
  if (code === 'HPE_INVALID_VERSION' && reason !== 'Invalid HTTP version') return malformed(reason)
  if (code === 'HPE_INVALID_TRANSFER_ENCODING' && reason?.includes('Content-Length') !== true) {
    return { code: 501, message: 'unsupported transfer encoding' }
  }
  return (code === undefined ? undefined : refusals[code]) ?? malformed(reason)
}

function malformed(reason = 'it cannot be read'): Refusal {
  return { code: 400, message: `malformed HTTP request: ${reason}` }
}
