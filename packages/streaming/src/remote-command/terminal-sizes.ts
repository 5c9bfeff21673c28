import type { Readable } from 'node:stream'

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly width: number
  readonly height: number
}

/** A longer text without an end is dropped. */
const maxPendingCharacters = 1024

/**
 * The sizes that a client sends, each an object of JSON. Only the newest one is kept for a reader that is slow, so that
 * sizes do not hold up the other streams of the connection.
 */
export async function* terminalSizes(source: Readable): AsyncGenerator<TerminalSize> {
  const state: { newest: TerminalSize | undefined; hasEnded: boolean } = { newest: undefined, hasEnded: false }
  let wake = (): void => {}
  let pending = ''
  source.on('data', (chunk: Buffer) => {
    pending += chunk.toString('latin1')
    for (let end = pending.indexOf('}'); end >= 0; end = pending.indexOf('}')) {
      state.newest = parseSize(pending.slice(0, end + 1)) ?? state.newest
      pending = pending.slice(end + 1)
    }
    if (pending.length > maxPendingCharacters) pending = ''
    wake()
  })
  const onEnd = (): void => {
    state.hasEnded = true
    wake()
  }
  source.once('end', onEnd)
  source.once('close', onEnd)
  while (state.newest !== undefined || !state.hasEnded) {
    if (state.newest === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      continue
    }
    const size = state.newest
    state.newest = undefined
    yield size
  }
}

// upstream: client-go/tools/remotecommand, TerminalSize
function parseSize(text: string): TerminalSize | undefined {
  try {
    const { Width: width, Height: height } = JSON.parse(text) as { readonly Width?: unknown; readonly Height?: unknown }
    return isCount(width) && isCount(height) ? { width, height } : undefined
  } catch {
    return undefined
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff
}
