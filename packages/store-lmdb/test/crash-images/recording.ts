import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** What a process did to the file of a store, in order. */
export type RecordedStep =
  /** A write that may reach the disk at any time, in any order, in parts; or, if `durable`, before the call returned. */
  | { readonly type: 'write'; readonly offset: number; readonly bytes: Buffer; readonly durable: boolean }
  /** All writes before it are on the disk. */
  | { readonly type: 'sync' }
  /** The operation of this number, and all before it, have been acknowledged; 0 when the store was open. */
  | { readonly type: 'acknowledged'; readonly operation: number }

const place = fileURLToPath(new URL('recording.json.br', import.meta.url))

/** A recording of what a process did to the file of an empty store. */
export interface Recording {
  readonly file: Buffer
  readonly steps: readonly RecordedStep[]
}

/** Reads the recording that is in the repository. */
export function readRecording(): Recording {
  const { base, lines } = JSON.parse(brotliDecompressSync(readFileSync(place)).toString()) as Recorded
  return { file: Buffer.from(base, 'latin1'), steps: stepsOf(lines) }
}

function stepsOf(lines: readonly RecordedLine[]): readonly RecordedStep[] {
  return lines.map((line): RecordedStep => {
    if (line === 'sync') return { type: 'sync' }
    if (typeof line === 'number') return { type: 'acknowledged', operation: line }
    const [offset, text, durable] = line
    return { type: 'write', offset, bytes: Buffer.from(text, 'latin1'), durable }
  })
}

/** Writes the recording, and returns its size. */
export function writeRecording({ file, steps }: Recording): number {
  const lines = steps.map((step): RecordedLine => {
    if (step.type === 'sync') return 'sync'
    if (step.type === 'acknowledged') return step.operation
    return [step.offset, step.bytes.toString('latin1'), step.durable]
  })
  const compressed = brotliCompressSync(JSON.stringify({ base: file.toString('latin1'), lines } satisfies Recorded), {
    params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
  })
  writeFileSync(place, compressed)
  return compressed.length
}

interface Recorded {
  readonly base: string
  readonly lines: readonly RecordedLine[]
}

type RecordedLine = 'sync' | number | readonly [offset: number, bytes: string, durable: boolean]
