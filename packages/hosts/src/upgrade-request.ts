import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { StatusError } from '@pinnace/meta'
import { NodeRequest, type NodeRequestOptions } from './node-request.ts'
import { declaredLength, endedEarly } from './read-body.ts'

/** What the `upgrade` event of node:http servers passes. */
export interface Upgrade {
  readonly incoming: IncomingMessage
  readonly socket: Duplex
  /** What the client has sent after the head of its request. */
  readonly head: Buffer
}

/** A request to upgrade its connection, which has left the parser of Node.js. */
export class UpgradeRequest extends NodeRequest {
  readonly canUpgrade = true
  readonly #upgrade: Upgrade
  #disconnect: AbortController | undefined

  constructor(upgrade: Upgrade, response: ServerResponse, options: Pick<NodeRequestOptions, 'target' | 'hostUser'>) {
    super(upgrade.incoming, response, { ...options, continues: false })
    this.#upgrade = upgrade
  }

  override async body(maxBytes: number): Promise<Buffer> {
    const length = this.#bodyBytes()
    if (length > maxBytes) {
      throw new StatusError('RequestEntityTooLarge', `Request entity too large: limit is ${maxBytes}`)
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of bytesOf(this.#upgrade, length)) chunks.push(chunk)
    return Buffer.concat(chunks, length)
  }

  override openBody(): AsyncIterable<Uint8Array> | undefined {
    const length = this.#bodyBytes()
    return length === 0 ? undefined : bytesOf(this.#upgrade, length)
  }

  #bodyBytes(): number {
    if (this.header('transfer-encoding') !== undefined) {
      throw new StatusError('BadRequest', 'the body of a request to upgrade its connection must have a Content-Length')
    }
    return declaredLength(this.header('content-length')) ?? 0
  }

  override get signal(): AbortSignal {
    if (this.#disconnect === undefined) {
      const { socket } = this.#upgrade
      const disconnect = new AbortController()
      if (socket.destroyed) disconnect.abort()
      else socket.once('close', () => disconnect.abort())
      this.#disconnect = disconnect
    }
    return this.#disconnect.signal
  }
}

/** The bytes of a body, which begins in the head of the upgrade. */
async function* bytesOf({ socket, head }: Upgrade, length: number): AsyncGenerator<Uint8Array, void, undefined> {
  let left = length
  for (let chunk: Buffer | undefined = head; ; chunk = await nextChunk(socket)) {
    if (chunk === undefined) throw endedEarly()
    if (chunk.length >= left) {
      yield chunk.subarray(0, left)
      return
    }
    left -= chunk.length
    yield chunk
  }
}

/** The next bytes of a connection; undefined when it has ended. */
function nextChunk(socket: Duplex): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const onReadable = (): void => {
      const chunk = socket.read() as Buffer | null
      if (chunk !== null) done(chunk)
    }
    const onEnd = (): void => done(undefined)
    const done = (chunk: Buffer | undefined): void => {
      socket.off('readable', onReadable)
      socket.off('end', onEnd)
      socket.off('close', onEnd)
      resolve(chunk)
    }
    socket.on('readable', onReadable)
    socket.on('end', onEnd)
    socket.on('close', onEnd)
    if (socket.destroyed) onEnd()
  })
}
