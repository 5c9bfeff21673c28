import type { Buffer } from 'node:buffer'
import { scanJson } from './json-scanner.ts'

const limit = 100

/** A key of JSON that strict decoding reports. */
export interface StrictPath {
  readonly path: string
  readonly isDuplicate: boolean
}

/** Finds the paths of duplicate keys, in the order of their second occurrence. */
// upstream: the fork of encoding/json with strict decoding – at most 100 errors, without duplicates.
export function duplicateKeys(bytes: Buffer, maxDepth: number): readonly string[] {
  const found = new Set<string>()
  walkKeys(bytes, maxDepth, (path, isDuplicate) => {
    if (isDuplicate && found.size < limit) found.add(path())
  })
  return [...found]
}

/** Sorts paths of duplicate keys, and of others, by their places in the text. */
export function inTextOrder(
  bytes: Buffer,
  maxDepth: number,
  { duplicates, others }: { readonly duplicates: readonly string[]; readonly others: readonly string[] },
): readonly StrictPath[] {
  const [repeated, single] = [new Set(duplicates), new Set(others)]
  const found: StrictPath[] = []
  walkKeys(bytes, maxDepth, (pathOfKey, isDuplicate) => {
    if (repeated.size === 0 && single.size === 0) return
    const path = pathOfKey()
    if (single.delete(path)) found.push({ path, isDuplicate: false })
    else if (isDuplicate && repeated.delete(path)) found.push({ path, isDuplicate })
  })
  return found
}

interface Level {
  /** The keys of an object so far; undefined for an array. */
  readonly keys: Set<string> | undefined
  /** The path of the level: `spec.ports[0]`; undefined for the outermost. */
  readonly path: string | undefined
  /** The key or index of the next value. */
  position: string | number
}

/** Calls back with every key, in the order of the text. */
function walkKeys(bytes: Buffer, maxDepth: number, visit: (path: () => string, isDuplicate: boolean) => void): void {
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
      const isDuplicate = level.keys.has(key)
      level.keys.add(key)
      visit(() => pathOf(level), isDuplicate)
    },
    string: next,
    number: next,
    literal: next,
  })
}

function pathOf({ path, position }: Level): string {
  if (typeof position === 'number') return `${path ?? ''}[${position}]`
  return path === undefined ? position : `${path}.${position}`
}
