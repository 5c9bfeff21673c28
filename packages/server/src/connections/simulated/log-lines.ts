import { BoundedMap, type Clock } from '@pinnace/meta'

/** A line of a log. */
export interface LogLine {
  /** When it was written, in milliseconds since 1970. */
  readonly timeMs: number
  /** Without its end. */
  readonly text: string
}

/** The lines of simulated containers that tests and hosts write. */
export interface LogLines {
  /** Adds the lines of a text to a log. */
  add(key: string, text: string): void
  of(key: string): readonly LogLine[]
  /** Calls a listener when lines are added to any log, until the result is disposed. */
  onAdd(listener: () => void): Disposable
}

/** The most logs; the one that was not used for longest is dropped. */
const maxLogs = 1000
/** The most characters of a log; the first lines are dropped. */
const maxCharacters = 1024 * 1024

interface Log {
  lines: LogLine[]
  characters: number
}

/** Creates empty logs. They are kept in memory, within bounds. */
export function createLogLines(clock: Clock): LogLines {
  const logs = new BoundedMap<string, Log>({ maxEntries: maxLogs })
  const listeners = new Set<() => void>()
  return {
    add(key, text) {
      const log = logs.get(key) ?? { lines: [], characters: 0 }
      logs.set(key, log)
      const timeMs = clock.now()
      const complete = text.endsWith('\n') ? text.slice(0, -1) : text
      for (const line of complete.split('\n')) {
        log.lines.push({ timeMs, text: line })
        log.characters += line.length + 1
      }
      let dropped = 0
      while (log.characters > maxCharacters && dropped < log.lines.length - 1) {
        log.characters -= (log.lines[dropped++]?.text.length ?? 0) + 1
      }
      if (dropped > 0) log.lines = log.lines.slice(dropped)
      for (const listener of listeners) listener()
    },
    of: (key) => logs.get(key)?.lines ?? [],
    onAdd(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
}
