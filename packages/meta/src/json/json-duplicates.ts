import type { Buffer } from 'node:buffer'
import { scanJson } from './json-scanner.ts'

const limit = 100

interface Level {
  /** Keys seen, of an object. */
  readonly keys: Set<string> | undefined
  /** Where the level itself stands: `spec.ports[0]`; `undefined` for the outermost. */
  readonly path: string | undefined
  /** The key of an object, or the index of an array, that the next value has. */
  position: string | number
}

/** Paths of the keys that repeat, in the order of their second appearance. */
// upstream: the fork of encoding/json with strict decoding – at most 100 mistakes, each text once.
export function duplicateKeys(bytes: Buffer, maxDepth: number): readonly string[] {
  const found = new Set<string>()
  const levels: Level[] = []
  const start = (keys: Set<string> | undefined): void => {
    const parent = levels.at(-1)
    levels.push({ keys, path: parent === undefined ? undefined : pathOf(parent), position: 0 })
  }
  const next = (): void => {
    const level = levels.at(-1)
    if (typeof level?.position === 'number') level.position++
  }
  const end = (): void => {
    levels.pop()
    next()
  }
  scanJson(bytes, maxDepth, {
    startObject: () => start(new Set()),
    endObject: end,
    startArray: () => start(undefined),
    endArray: end,
    key: (key) => {
      const level = levels.at(-1)!
      level.position = key
      if (level.keys!.has(key)) {
        if (found.size < limit) found.add(pathOf(level))
      } else level.keys!.add(key)
    },
    string: next,
    number: next,
    literal: next,
  })
  return [...found]
}

function pathOf({ path, position }: Level): string {
  if (typeof position === 'number') return `${path ?? ''}[${position}]`
  return path === undefined ? position : `${path}.${position}`
}
