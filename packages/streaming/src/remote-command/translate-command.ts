import { Buffer } from 'node:buffer'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SpdyConnection } from '../spdy/spdy-connection.ts'
import { readAgentStatus } from './agent-status.ts'
import { errorText } from './command-status.ts'
import type { CommandOptions, CommandStreams } from './command-streams.ts'

const maxStatusBytes = 64 * 1024

/** What a command is translated with. */
export interface CommandTranslation {
  /** Connects to the agent. What it throws is the error that the client sees. */
  readonly open: () => Promise<Duplex>
  readonly options: CommandOptions
}

/**
 * Passes the streams of a client to an agent over SPDY, in version 4 of the protocol. Resolves when the command has ended
 * or one side is gone: to 200, whatever its exit code, or to 500.
 */
// upstream: apiserver/pkg/util/proxy/streamtranslator.go
export async function translateCommand(
  client: CommandStreams,
  { open, options }: CommandTranslation,
): Promise<200 | 500> {
  try {
    const status = await passStreams(client, { open, options })
    await client.finish({ status: readAgentStatus(status) })
    return 200
  } catch (cause) {
    await client.finish({ status: errorText(cause instanceof Error ? cause.message : String(cause)) })
    return 500
  }
}

/** Resolves to what the agent sends on the error stream. */
async function passStreams(client: CommandStreams, { open, options }: CommandTranslation): Promise<Buffer> {
  const agent = new SpdyConnection({ transport: await open(), role: 'client' })
  void client.closed.then(() => agent.destroy())
  try {
    // upstream: client-go/tools/remotecommand, v2.go and v4.go – streams are opened in this order.
    const error = await agent.open({ streamtype: 'error' })
    error.end()
    const status = readStatus(error)
    const copies: Promise<void>[] = []
    if (options.stdin) {
      const stdin = await agent.open({ streamtype: 'stdin' })
      // The command may end before its input.
      void pipeline(client.stdin, stdin).catch(ignore)
    }
    if (options.stdout) {
      const stdout = await agent.open({ streamtype: 'stdout' })
      stdout.end()
      copies.push(pipeline(stdout, client.stdout))
    }
    if (options.stderr && !options.tty) {
      const stderr = await agent.open({ streamtype: 'stderr' })
      stderr.end()
      copies.push(pipeline(stderr, client.stderr))
    }
    if (options.tty) {
      const resize = await agent.open({ streamtype: 'resize' })
      void sendSizes(client, resize).catch(ignore)
    }
    const text = await status
    await Promise.allSettled(copies)
    return text
  } finally {
    agent.close()
  }
}

async function readStatus(error: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of error as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxStatusBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function sendSizes({ sizes }: CommandStreams, resize: Duplex): Promise<void> {
  for await (const { width, height } of sizes) {
    if (!resize.writable) return
    resize.write(`${JSON.stringify({ Width: width, Height: height })}\n`)
  }
}

const ignore = (): void => {}
