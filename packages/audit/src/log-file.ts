import { Buffer } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { systemClock, type Clock } from '@pinnace/meta'
import type { LogWriter } from './log-sink.ts'

/** Options for {@link openLogFile}. */
export interface LogFileOptions {
  /** The file is rotated before it would exceed this size, bytes. @default no rotation */
  readonly maxBytes?: number
  /** Rotated files older than this are deleted, milliseconds. @default none is too old */
  readonly maxAgeMs?: number
  /** How many rotated files are kept. @default all */
  readonly maxBackups?: number
  /** Compresses rotated files with gzip. @default false */
  readonly compress?: boolean
  /** @default the system clock */
  readonly clock?: Clock
}

/** Text that is on its way to the file, at most; more is rejected. */
const maxPendingBytes = 64 * 2 ** 20

/**
 * Opens a file for appending and rotates it. Text of one turn of the event loop is written at once. A failed write is
 * undone as far as possible and rejects; the next one is tried again.
 */
// upstream: gopkg.in/natefinch/lumberjack.v2 – names of rotated files.
export async function openLogFile(path: string, options: LogFileOptions = {}): Promise<LogWriter> {
  const file = new LogFile(path, options)
  await file.open()
  return file
}

interface Pending {
  readonly bytes: Buffer
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

class LogFile implements LogWriter {
  readonly #path: string
  readonly #options: LogFileOptions
  readonly #clock: Clock
  #handle: FileHandle | undefined
  #size = 0
  #pending: Pending[] = []
  #pendingBytes = 0
  #writing: Promise<void> | undefined

  constructor(path: string, options: LogFileOptions) {
    this.#path = path
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  async open(): Promise<FileHandle> {
    if (this.#handle !== undefined) return this.#handle
    const handle = await open(this.#path, 'a', 0o600)
    this.#size = (await handle.stat()).size
    this.#handle = handle
    return handle
  }

  write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    if (this.#pendingBytes + bytes.length > maxPendingBytes) {
      return Promise.reject(
        new Error(`${this.#path}: the writes that wait for the disk exceed ${maxPendingBytes} bytes`),
      )
    }
    this.#pendingBytes += bytes.length
    return new Promise((done, failed) => {
      this.#pending.push({ bytes, done, failed })
      this.#writing ??= this.#drain()
    })
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#handle?.close()
    this.#handle = undefined
  }

  async #drain(): Promise<void> {
    // Writes of the same turn join this one.
    await undefined
    while (this.#pending.length > 0) {
      const batch = this.#pending
      this.#pending = []
      try {
        await this.#append(Buffer.concat(batch.map(({ bytes }) => bytes)))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
      for (const { bytes } of batch) this.#pendingBytes -= bytes.length
    }
    this.#writing = undefined
  }

  async #append(bytes: Buffer): Promise<void> {
    const { maxBytes = Infinity } = this.#options
    let handle = await this.open()
    if (this.#size > 0 && this.#size + bytes.length > maxBytes) {
      await this.#rotate()
      handle = await this.open()
    }
    try {
      await handle.appendFile(bytes)
      this.#size += bytes.length
    } catch (error) {
      // Half a line must not precede the next one; the file is opened again in any case.
      await this.#undo(handle, bytes.length).catch(() => {})
      await handle.close().catch(() => {})
      this.#handle = undefined
      throw error
    }
  }

  /** Removes what a failed write has left, unless another process has written too. */
  async #undo(handle: FileHandle, length: number): Promise<void> {
    const { size } = await handle.stat()
    if (size > this.#size && size < this.#size + length) await handle.truncate(this.#size)
  }

  async #rotate(): Promise<void> {
    const rotated = this.#rotatedPath(this.#clock.now())
    await rename(this.#path, rotated)
    await this.#handle?.close()
    this.#handle = undefined
    this.#size = 0
    // What cannot be compressed or deleted now is when the file is rotated again.
    await this.#tidy().catch(() => {})
  }

  #rotatedPath(timeMs: number): string {
    const { folder, stem, extension } = this.#names()
    return join(folder, `${stem}-${new Date(timeMs).toISOString().slice(0, -1).replaceAll(':', '-')}${extension}`)
  }

  async #tidy(): Promise<void> {
    const { maxAgeMs = Infinity, maxBackups = Infinity, compress = false } = this.#options
    const { folder } = this.#names()
    const backups = (await readdir(folder))
      .flatMap((name) => {
        const rotatedMs = this.#timeOf(name)
        return rotatedMs === undefined ? [] : [{ path: join(folder, name), rotatedMs }]
      })
      .sort((a, b) => b.rotatedMs - a.rotatedMs)
    const oldestMs = this.#clock.now() - maxAgeMs
    for (const [index, { path, rotatedMs }] of backups.entries()) {
      if (index >= maxBackups || rotatedMs < oldestMs) await rm(path)
      else if (compress && !path.endsWith(gzip)) await compressFile(path)
    }
  }

  /** When a file was rotated, by its name; undefined for other files. */
  #timeOf(name: string): number | undefined {
    const { stem, extension } = this.#names()
    const plain = name.endsWith(gzip) ? name.slice(0, -gzip.length) : name
    if (!plain.startsWith(`${stem}-`) || !plain.endsWith(extension)) return undefined
    const [date, time = ''] = plain.slice(stem.length + 1, plain.length - extension.length).split('T')
    const timeMs = Date.parse(`${date}T${time.replaceAll('-', ':')}Z`)
    return Number.isNaN(timeMs) ? undefined : timeMs
  }

  #names(): { readonly folder: string; readonly stem: string; readonly extension: string } {
    const extension = extname(this.#path)
    return { folder: dirname(this.#path), stem: basename(this.#path, extension), extension }
  }
}

const gzip = '.gz'

async function compressFile(path: string): Promise<void> {
  await pipeline(createReadStream(path), createGzip(), createWriteStream(path + gzip, { mode: 0o600 }))
  await rm(path)
}
