import type { Duplex, Readable, Writable } from 'node:stream'
import type { Awaitable } from '@pinnace/meta'
import type { TerminalSize } from '@pinnace/streaming'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** A request for the log of a container. */
export interface LogRequest {
  readonly pod: Pod
  readonly container: string
  /** Whether lines are sent until the client disconnects. */
  readonly follow: boolean
  /** Whether the log of the container before its restart is asked for. */
  readonly previous: boolean
  /** Whether each line begins with its time. */
  readonly timestamps: boolean
  /** Lines that were written within so many seconds. */
  readonly sinceSeconds?: number
  /** Lines that were written since, in milliseconds since 1970. */
  readonly sinceMs?: number
  /** The number of lines at the end of the log. */
  readonly tailLines?: number
  /** The most bytes. */
  readonly limitBytes?: number
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
}

/** A command in a container. */
export interface CommandSession {
  readonly pod: Pod
  readonly container: string
  /** The command and its arguments; empty for `attach`. */
  readonly command: readonly string[]
  /** True if the client's terminal is connected. */
  readonly tty: boolean
  readonly stderr: Writable
  /** The sizes of the client's terminal, as they change. */
  readonly sizes: AsyncIterable<TerminalSize>
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
}

/**
 * Runs a command for a client, and resolves to its exit code; 0 if it resolves to nothing. What it throws is the error that
 * the client sees.
 */
export type CommandHandler = (stdin: Readable, stdout: Writable, session: CommandSession) => Awaitable<number | void>

/** A connection to a port of a pod. */
export interface PortForwardSession {
  readonly pod: Pod
  readonly port: number
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
}

/**
 * Connects a client to a port of a pod: reads and writes `connection` until one side ends it. What it throws is the error
 * that the client sees.
 */
export type PortForwardHandler = (connection: Duplex, session: PortForwardSession) => Awaitable<void>

/** The log of a container: texts or bytes, which are sent as they are. */
export type LogHandler = (request: LogRequest) => Awaitable<AsyncIterable<string | Uint8Array>>

/** Functions that answer connections to pods instead of the agents of nodes. */
export interface ConnectionHandlers {
  readonly log?: LogHandler
  readonly exec?: CommandHandler
  readonly attach?: CommandHandler
  readonly portForward?: PortForwardHandler
}
