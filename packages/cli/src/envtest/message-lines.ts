import type { Socket } from 'node:net'

/** A message of a launcher: the arguments of the server to start. */
export interface StartMessage {
  readonly args: readonly string[]
}

/** A message of the warm process: that it starts the server, output, or the end of the server. */
export interface ReportMessage {
  readonly accepted?: true
  readonly err?: string
  /** The server has stopped, or could not start. */
  readonly exit?: number
}

/** The longest message, in characters; a longer one ends the connection. */
const maxMessageLength = 1_048_576

/** Reads messages, one JSON text per line, until the other side ends. Destroys the socket at a message that is too long. */
export async function* readMessages(socket: Socket): AsyncGenerator<unknown> {
  let rest = ''
  socket.setEncoding('utf8')
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxMessageLength) {
      socket.destroy()
      return
    }
    for (const line of lines) yield JSON.parse(line)
  }
}

export function writeMessage(socket: Socket, message: StartMessage | ReportMessage): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
}
