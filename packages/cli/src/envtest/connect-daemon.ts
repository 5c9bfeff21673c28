import { connect, type Socket } from 'node:net'
import type { Output } from '../run.ts'
import { absolutePaths } from './absolute-paths.ts'
import { readMessages, writeMessage, type ReportMessage } from './message-lines.ts'
import { socketPath } from './socket-directory.ts'

/** The warm process. */
export interface Daemon {
  /** Starts a server there, and stops it when `stopped` resolves. Resolves with the exit code when it has stopped. */
  serve(options: ServeOptions): Promise<number>
}

/** Options of {@link Daemon.serve}. */
export interface ServeOptions {
  readonly args: readonly string[]
  readonly stopped: Promise<void>
  readonly output: Output
}

/** Connects to the warm process of a command; undefined if none is running. */
export async function connectDaemon(command: string): Promise<Daemon | undefined> {
  const path = await socketPath({ command, create: false })
  const socket = path === undefined ? undefined : await open(path)
  if (socket === undefined) return undefined
  return {
    async serve({ args, stopped, output }) {
      writeMessage(socket, { args: absolutePaths(args, process.cwd()) })
      void stopped.then(() => socket.end())
      let code: number | undefined
      for await (const message of readMessages(socket)) {
        const { err, exit } = message as ReportMessage
        if (err !== undefined) output.err(err)
        if (exit !== undefined) code = exit
      }
      socket.destroy()
      if (code === undefined) output.err('pinnace: the warm process of envtest has ended\n')
      return code ?? 1
    },
  }
}

function open(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path, allowHalfOpen: true })
    socket.once('connect', () => resolve(socket))
    // A socket file without a process.
    socket.once('error', () => resolve(undefined))
  })
}
