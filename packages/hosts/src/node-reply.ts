import type { ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { chunksOf, isReplyStream, type HttpReply, type ReplyStream } from '@pinnace/meta'
import { startClosed } from './closed-sink.ts'
import { readAfterReply } from './read-after-reply.ts'
import { abortWhenStalled, isWrittenInSlices, sliceBytes, writeSlices, type StallLimit } from './write-slices.ts'

/** How replies are written to node:http responses. */
export interface NodeWriting extends StallLimit {
  readonly startStream: (stream: ReplyStream, response: ServerResponse) => void
}

/**
 * Writes a reply to a node:http response; a streaming reply is passed to `startStream`. Does nothing if the client is
 * gone or a reply has started.
 */
export function writeNodeReply(response: ServerResponse, method: string, reply: HttpReply, writing: NodeWriting): void {
  const { status, body } = reply
  if (response.headersSent || response.destroyed || response.socket?.destroyed) {
    if (isReplyStream(body)) startClosed(body)
    else if (response.headersSent && !response.writableEnded) response.destroy()
    return
  }
  // TLS copies what it is given.
  const isCopied = (response.req.socket as Partial<TLSSocket> | null)?.encrypted === true
  if (isCopied) response.on('prefinish', readAfterReply)
  const lines = headerLines(reply)
  if (isReplyStream(body)) {
    writeHead(response, status, lines)
    if (method === 'HEAD') {
      response.end()
      startClosed(body)
      return
    }
    response.flushHeaders()
    writing.startStream(body, response)
    return
  }
  const { chunks, byteLength: length } = chunksOf(body)
  if (reply.headers['content-length'] === undefined && status !== 204 && status !== 304) {
    lines.push('content-length', String(length))
  }
  writeHead(response, status, lines)
  if (length === 0 || method === 'HEAD') {
    response.end()
    return
  }
  if (isWrittenInSlices(body, length) || (isCopied && length > sliceBytes)) {
    writeSlices(response, chunks, writing, () => response.destroy())
    return
  }
  if (length > sliceBytes) abortWhenStalled(response, writing, () => response.destroy())
  if (body instanceof Uint8Array) {
    response.end(body)
  } else {
    response.cork()
    for (const chunk of chunks) response.write(chunk)
    response.end()
    response.uncork()
  }
}

/** Headers in the flat form of Node.js, which is written without building an object. */
function headerLines({ headers }: HttpReply): string[] {
  const lines: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    if (typeof value === 'string') lines.push(name, value)
    else for (const one of value) lines.push(name, one)
  }
  return lines
}

function writeHead(response: ServerResponse, status: number, lines: string[]): void {
  // If a framework has set headers before, Node.js merges the flat form and keeps only the last of each name.
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, lines)
    return
  }
  const merged = new Map<string, string[]>()
  for (let index = 0; index < lines.length; index += 2) {
    const name = lines[index] ?? ''
    const value = lines[index + 1] ?? ''
    const values = merged.get(name)
    if (values === undefined) merged.set(name, [value])
    else values.push(value)
  }
  for (const [name, values] of merged) {
    const [only = ''] = values
    response.setHeader(name, values.length === 1 ? only : values)
  }
  response.writeHead(status)
}
