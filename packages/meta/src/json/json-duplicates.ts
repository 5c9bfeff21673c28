import type { Buffer } from 'node:buffer'
import { scanJson } from './json-scanner.ts'

const limit = 100

interface Level {
  /** The keys of an object so far; undefined for an array. */
  readonly keys: Set<string> | undefined
  /** The path of the level: `spec.ports[0]`; undefined for the outermost. */
  readonly path: string | undefined
  /** The key or index of the next value. */
  position: string | number
}

/** Finds the paths of duplicate keys, in the order of their second occurrence. */
// upstream: the fork of encoding/json with strict decoding – at most 100 errors, without duplicates.
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
      const level = levels.at(-1)
      if (level?.keys === undefined) return
      level.position = key
      if (!level.keys.has(key)) level.keys.add(key)
      else if (found.size < limit) found.add(pathOf(level))
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
