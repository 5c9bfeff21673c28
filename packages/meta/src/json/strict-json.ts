import { Buffer } from 'node:buffer'
import { duplicateKeys, inTextOrder, type StrictPath } from './json-duplicates.ts'
import { parseExactJson, toLiteral } from './exact-json.ts'
import { JsonError } from './json-scanner.ts'
import { maxJsonDepth } from './nesting-depth.ts'
import { writeExactJson } from './json-writer.ts'

/** Parsed JSON. */
export interface ParsedJson {
  readonly value: unknown
  /**
   * Returns the paths of duplicate keys, as `spec.ports[0].port`; at most 100, without duplicates. Call it before `value`
   * is changed.
   */
  duplicates(): readonly string[]
  /**
   * The value again, with numbers that are no 64-bit integers as symbols whose descriptions are their text. Absent if
   * there are none.
   */
  readonly withLiterals?: () => unknown
  /** The value again, with the objects of a duplicate key merged, and numbers as those of `withLiterals`. */
  merged(): unknown
  /** Sorts paths of duplicate keys and of other keys by their places in the text, where a duplicate is the second one. */
  inOrder(duplicates: readonly string[], others: readonly string[]): readonly StrictPath[]
}

/** Options for {@link parseJson}. */
export interface ParseJsonOptions {
  /** Levels of arrays and objects inside each other that are read. @default maxJsonDepth */
  readonly maxDepth?: number
  /** What {@link scanJson} has found, of bytes and the same `maxDepth`. @default they are scanned now */
  readonly scan?: JsonScan
}

/**
 * Parses JSON. 64-bit integers beyond ±(2^53 - 1) are bigints, other values are as with `JSON.parse`; of duplicate keys,
 * the last value is used. Throws a {@link JsonError} for invalid JSON, nesting beyond `maxDepth`, and numbers
 * out of the range of doubles.
 */
// A scan of the bytes and JSON.parse; or the exact parser, if the scan has found something JSON.parse gets wrong. Both are
// linear.
export function parseJson(
  source: Buffer | string,
  { maxDepth = maxJsonDepth, scan }: ParseJsonOptions = {},
): ParsedJson {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  const { colons, hasLiterals } = scan ?? scanJson(bytes, maxDepth)
  const value = colons < 0 ? parseExactJson(bytes, maxDepth) : parsePlain(bytes, source, maxDepth)
  return {
    value,
    duplicates: (): readonly string[] =>
      colons >= 0 && countKeys(value) === colons ? [] : duplicateKeys(bytes, maxDepth),
    ...(hasLiterals ? { withLiterals: () => parseExactJson(bytes, maxDepth, { read: toLiteral }) } : {}),
    merged: () => parseExactJson(bytes, maxDepth, { merges: true, ...(hasLiterals ? { read: toLiteral } : {}) }),
    inOrder: (duplicates, others) => inTextOrder(bytes, maxDepth, { duplicates, others }),
  }
}

/**
 * Formats a value as JSON without spaces. Bigints are integers; values JSON does not have are omitted. Throws a RangeError
 * beyond {@link maxJsonDepth}.
 */
export function formatJson(value: unknown): string {
  // A host may have added BigInt.prototype.toJSON, which returns a string.
  if ('toJSON' in BigInt.prototype) return writeExactJson(value, maxJsonDepth)
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    // TypeError for bigints, RangeError for deep nesting: the exact writer supports both.
    if (error instanceof TypeError || error instanceof RangeError) return writeExactJson(value, maxJsonDepth)
    throw error
  }
}

function parsePlain(bytes: Buffer, source: Buffer | string, maxDepth: number): unknown {
  try {
    return JSON.parse(typeof source === 'string' ? source : bytes.toString()) as unknown
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The exact parser finds the same error, with the message of Kubernetes.
    parseExactJson(bytes, maxDepth)
    throw new JsonError('invalid JSON')
  }
}

/** What decides how JSON is parsed. */
export interface JsonScan {
  /** -1 where JSON.parse cannot be used. */
  readonly colons: number
  /** There may be numbers that are no integers. */
  readonly hasLiterals: boolean
}

const unscanned: JsonScan = Object.freeze({ colons: -1, hasLiterals: true })

/**
 * Counts the colons between keys and values, and looks for numbers that are no integers; -1 colons if JSON.parse cannot be
 * used: for nesting beyond the limit, an integer of 16 digits or more, an exponent, or an escaped surrogate. For
 * {@link parseJson}, of large bodies in a turn of its own.
 */
export function scanJson(bytes: Buffer, maxDepth: number): JsonScan {
  const length = bytes.length
  let colons = 0
  let hasLiterals = false
  let depth = 0
  let at = 0
  while (at < length) {
    const byte = bytes[at++] ?? 0
    if (byte === 0x22) {
      for (;;) {
        if (at >= length) return { colons, hasLiterals }
        const inner = bytes[at++]
        if (inner === 0x22) break
        if (inner === 0x5c) {
          const escaped = bytes[at++]
          // \uD8 to \uDF
          if (escaped === 0x75 && ((bytes[at] ?? 0) | 0x20) === 0x64 && (bytes[at + 1] ?? 0) >= 0x38) return unscanned
        }
      }
    } else if (byte === 0x3a) colons++
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth) return unscanned
    } else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte >= 0x30 && byte <= 0x39) {
      const start = at - 1
      while (isDigit(bytes[at])) at++
      if (at - start >= 16) return unscanned
      if (bytes[at] === 0x2e) {
        hasLiterals = true
        at++
        while (isDigit(bytes[at])) at++
      }
      if (((bytes[at] ?? 0) | 0x20) === 0x65) return unscanned
    }
  }
  return { colons, hasLiterals }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function countKeys(value: unknown): number {
  let count = 0
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Array.isArray(next)) {
      for (const item of next) if (typeof item === 'object') waiting.push(item)
      continue
    }
    const keys = Object.keys(next)
    count += keys.length
    for (const key of keys) {
      const item = (next as Record<string, unknown>)[key]
      if (typeof item === 'object') waiting.push(item)
    }
  }
  return count
}
