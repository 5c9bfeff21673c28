import { connect, type Socket } from 'node:net'

/** One reply as it came over the wire. */
export interface RawReply {
  readonly status: number
  readonly head: string
  readonly body: string
  readonly text: string
}

/** Longest wait for a byte: only a server that fails to answer or to close reaches it. */
const quietMs = 30_000

/** Sends `text` (latin1) on a new connection and reads one whole reply, or until the server closes the connection. */
export async function exchange(port: number, text: string | Buffer): Promise<RawReply> {
  return toRawReply(await exchangeText(port, text, isWhole))
}

/** Sends `text` and returns what came until `isEnough`, or until the server closed the connection. */
export function exchangeText(
  port: number,
  text: string | Buffer,
  isEnough: (received: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(quietMs, () => reject(new Error(`no byte came for ${quietMs} ms after: ${received}`)))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (isEnough(received)) socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(received))
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
  })
}

/** Whether this is a reply with as many bytes as its Content-Length; one without ends with its connection. */
function isWhole(text: string): boolean {
  const { head, body } = toRawReply(text)
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? []
  return length !== undefined && text.includes('\r\n\r\n') && body.length >= Number(length)
}

function toRawReply(text: string): RawReply {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end)
  return { status: Number(head.slice(9, 12)), head, body: end < 0 ? '' : text.slice(end + 4), text }
}
