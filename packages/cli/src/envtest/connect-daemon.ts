import { connect, type Socket } from 'node:net'
import { systemClock } from '@pinnace/meta'
import type { Output } from '../run.ts'
import { absolutePaths } from './absolute-paths.ts'
import { readMessages, writeMessage, type ReportMessage } from './message-lines.ts'
import { socketPath } from './socket-directory.ts'

/** The warm process. */
export interface Daemon {
  /**
   * Starts a server there, and stops it when `stopped` resolves. Resolves with the exit code when it has stopped, or with
   * undefined if the process does not take the request: it is ending, suspended or overloaded.
   */
  serve(options: ServeOptions): Promise<number | undefined>
}

/** Options of {@link Daemon.serve}. */
export interface ServeOptions {
  readonly args: readonly string[]
  readonly stopped: Promise<void>
  readonly output: Output
}

/** How long the warm process may take to take a request; it does so before it starts the server. */
const acceptMs = 3000

/** Connects to the warm process of a command; undefined if none is running. */
export async function connectDaemon(command: string): Promise<Daemon | undefined> {
  const path = await socketPath({ command, create: false })
  const socket = path === undefined ? undefined : await open(path)
  if (socket === undefined) return undefined
  return {
    async serve({ args, stopped, output }) {
      let isAccepted = false
      let code: number | undefined
      const limit = systemClock.after(acceptMs, () => socket.destroy())
      writeMessage(socket, { args: absolutePaths(args, process.cwd()) })
      void stopped.then(() => socket.end())
      try {
        for await (const message of readMessages(socket)) {
          const { accepted, err, exit } = message as ReportMessage
          limit.cancel()
          if (accepted === true) isAccepted = true
          if (err !== undefined) output.err(err)
          if (exit !== undefined) code = exit
        }
      } catch (error) {
        // The connection was closed.
        if (isAccepted) throw error
      }
      limit.cancel()
      socket.destroy()
      if (!isAccepted) return undefined
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
