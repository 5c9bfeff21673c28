import type { Buffer } from 'node:buffer'
import { Readable, Writable } from 'node:stream'
import type { TerminalSize } from './terminal-sizes.ts'

/** Which streams a client has asked for. */
export interface CommandOptions {
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly tty: boolean
}

/** How a command has ended: with an exit code, with an error, or as another server says, which is the text of a Status. */
export type CommandEnd = { readonly exitCode: number } | { readonly error: string } | { readonly status: Buffer }

/** The streams of a command that a client runs or attaches to. */
export interface CommandStreams {
  /** Ended if the client sends no input. */
  readonly stdin: Readable
  /** Drops what is written if the client does not ask for output. */
  readonly stdout: Writable
  readonly stderr: Writable
  /** The sizes of the client's terminal, the newest one at least. */
  readonly sizes: AsyncIterable<TerminalSize>
  /** Tells the client how the command has ended, and closes the connection. */
  finish(end: CommandEnd): Promise<void>
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
}

/** A stream that has ended. */
export function emptyReader(): Readable {
  return Readable.from([])
}

/** A stream that drops what is written. */
export function droppingWriter(): Writable {
  return new Writable({ write: (_chunk, _encoding, callback) => callback() })
}

/** Ends streams; resolves when everything has been sent or the client is gone. */
export async function endAll(streams: readonly Writable[]): Promise<void> {
  await Promise.all(
    streams.map(
      (stream) =>
        new Promise<void>((resolve) => {
          if (stream.destroyed || stream.writableFinished) {
            resolve()
            return
          }
          stream.once('close', resolve)
          stream.once('finish', resolve)
          stream.end()
        }),
    ),
  )
}
