import type { Duplex, Writable } from 'node:stream'

/** A connection to a port that a client forwards. */
export interface ForwardedPort {
  readonly port: number
  /** What the client sends, and what it is sent. */
  readonly data: Duplex
}

/** Connects a forwarded connection to its port. Resolves when it is over; what is thrown is sent to the client. */
export type ForwardPort = (forwarded: ForwardedPort) => Promise<void>

/** Runs one forwarded connection, and ends its two streams. */
export async function runForwardedPort(
  { port, data }: ForwardedPort,
  error: Writable,
  forward: ForwardPort,
): Promise<void> {
  try {
    await forward({ port, data })
  } catch (cause) {
    if (error.writable)
      error.write(`error forwarding port ${port}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  if (data.writable) data.end()
  if (error.writable) error.end()
}

/** The port of a text; undefined for anything but 1 to 65535. */
export function parsePort(text: string): number | undefined {
  if (!/^[0-9]{1,5}$/.test(text)) return undefined
  const port = Number(text)
  return port >= 1 && port <= 65_535 ? port : undefined
}
