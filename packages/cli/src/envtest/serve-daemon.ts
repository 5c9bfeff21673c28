import { rename, rm, stat } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { systemClock, type Timer } from '@pinnace/meta'
import { FlagError } from '../flags/flag.ts'
import type { Output } from '../run.ts'
import { stopSignal } from '../stop-signal.ts'
import { readMessages, writeMessage, type StartMessage } from './message-lines.ts'
import { createReadyServers, type ReadyServers } from './ready-servers.ts'
import { socketPath } from './socket-directory.ts'
import { startEnvtestServer } from './start-envtest-server.ts'
import { tryServers, usualFlags } from './try-servers.ts'

/** Options of {@link serveDaemon}. */
export interface DaemonOptions {
  /** The path of the program, whose launchers use the process. */
  readonly command: string
  /** How long the process waits without a server before it stops, milliseconds. */
  readonly idleMs: number
  readonly output: Output
}

/**
 * The warm process of envtest: starts a server for each launcher that connects to its socket, and stops it when the
 * launcher disconnects. Runs until SIGTERM, SIGINT or `idleMs` without a server. Returns the exit code.
 */
export async function serveDaemon({ command, idleMs, output }: DaemonOptions): Promise<number> {
  const path = await socketPath({ command, create: true })
  if (path === undefined) throw new Error('the directory of the socket was removed')
  const ready = createReadyServers()
  await warmUp(ready)
  const idle = createIdleTimer(idleMs)
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    idle.hold()
    void serveLauncher(socket, ready).finally(() => {
      sockets.delete(socket)
      if (sockets.size === 0) idle.start()
    })
  })
  const inode = await listenAt(server, path)
  output.out(`ready\n`)
  idle.start()
  await Promise.race([stopSignal(), idle.over])
  await removeSocket(path, inode)
  idle.hold()
  server.close()
  for (const socket of sockets) socket.destroy()
  await ready.close()
  return 0
}

/** V8 optimizes what has run often. */
const warmStarts = 24

/** Loads and compiles what every server needs, and prepares a server with the usual flags. */
async function warmUp(ready: ReadyServers): Promise<void> {
  await ready.prepare(usualFlags)
  await tryServers(warmStarts, (args) => ready.creating(args))
}

async function serveLauncher(socket: Socket, ready: ReadyServers): Promise<void> {
  // A launcher that was killed: its server is stopped below.
  socket.on('error', () => socket.destroy())
  const messages = readMessages(socket)
  try {
    const first = await messages.next()
    if (first.done === true) return
    // A launcher that has not been answered in time has started its server itself.
    await new Promise<void>((resolve) => systemClock.soon(resolve))
    if (socket.destroyed || socket.readableEnded) return
    writeMessage(socket, { accepted: true })
    writeMessage(socket, { exit: await serveOne(first.value as StartMessage, { socket, messages, ready }) })
  } catch (error) {
    writeMessage(socket, { err: `pinnace: ${error instanceof Error ? error.message : String(error)}\n` })
    writeMessage(socket, { exit: error instanceof FlagError ? 2 : 1 })
  } finally {
    socket.end()
  }
}

interface Launcher {
  readonly socket: Socket
  readonly messages: AsyncIterator<unknown>
  readonly ready: ReadyServers
}

async function serveOne({ args }: StartMessage, { socket, messages, ready }: Launcher): Promise<number> {
  const output = { out: () => {}, err: (err: string) => writeMessage(socket, { err }) }
  const listening = await startEnvtestServer(args, output, ready.creating(args))
  try {
    // The launcher sends nothing more: this waits for its end.
    await messages.next().catch(() => undefined)
  } finally {
    await listening.close()
  }
  return 0
}

// A socket that is renamed replaces that of a process that has ended, or of another one, in one step.
async function listenAt(server: Server, path: string): Promise<number> {
  const own = `${path}.${process.pid}`
  await rm(own, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(own, () => resolve())
  })
  const { ino } = await stat(own)
  await rename(own, path)
  return ino
}

async function removeSocket(path: string, inode: number): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.ino === inode) await rm(path, { force: true })
}

interface IdleTimer {
  /** Resolves after the time without a server. */
  readonly over: Promise<void>
  start(): void
  hold(): void
}

function createIdleTimer(idleMs: number): IdleTimer {
  let timer: Timer | undefined
  let end: () => void = () => {}
  const over = new Promise<void>((resolve) => (end = resolve))
  return {
    over,
    start() {
      timer?.cancel()
      timer = systemClock.after(idleMs, end)
    },
    hold: () => timer?.cancel(),
  }
}
