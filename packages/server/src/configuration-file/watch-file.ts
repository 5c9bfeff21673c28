import { watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock, Timer } from '@pinnace/meta'

/** Options of {@link watchFile}. */
export interface WatchFileOptions {
  readonly file: string
  readonly clock: Clock
  /** Called when the file may have changed; not again before it has settled. Must not reject. */
  readonly onChange: () => Promise<void>
}

/** How long after a change the file is read, so that it is read whole. */
const settleMs = 50
/** How often the file is read without a notice: file systems may have none. */
// upstream: apiserver/pkg/util/filesystem, WatchUntil
const pollMs = 60_000

/** Watches a file through its folder, where files are replaced by links, and polls it. */
export function watchFile({ file, clock, onChange }: WatchFileOptions): { close(): void } {
  let timer: Timer | undefined
  let isReading = false
  let isAgain = false
  let isClosed = false
  const schedule = (delayMs: number): void => {
    timer?.cancel()
    timer = clock.after(delayMs, () => void read())
  }
  const read = async (): Promise<void> => {
    isReading = true
    isAgain = false
    await onChange()
    isReading = false
    if (!isClosed) schedule(isAgain ? settleMs : pollMs)
  }
  const notice = (): void => {
    if (isClosed) return
    if (isReading) isAgain = true
    else schedule(settleMs)
  }
  let watcher: FSWatcher | undefined
  try {
    watcher = watch(dirname(file), { persistent: false }, notice)
    watcher.on('error', () => watcher?.close())
  } catch {
    // Without notices the file is polled.
  }
  schedule(pollMs)
  return {
    close() {
      isClosed = true
      timer?.cancel()
      watcher?.close()
    },
  }
}
