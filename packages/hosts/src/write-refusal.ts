import { Buffer } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { transportStatus } from './status-reply.ts'

/** Writes a Status to an HTTP/1.1 connection without a request, and closes it. */
export function writeRefusal(socket: Duplex, code: number, message: string): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(transportStatus(code, message))
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}\r\n` +
      'Content-Type: application/json\r\nCache-Control: no-cache, private\r\nConnection: close\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
