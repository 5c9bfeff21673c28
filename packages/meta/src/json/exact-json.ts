import type { Buffer } from 'node:buffer'
import { JsonError, scanJson } from './json-scanner.ts'
import { setMember } from './json-value.ts'

const smallest = -(2n ** 63n)
const largest = 2n ** 63n - 1n

/** Options for {@link parseExactJson}. */
export interface ExactJsonOptions {
  /** Reads the text of a number. @default a 64-bit integer, else a double */
  readonly read?: (text: string) => number | bigint | symbol
  /** Objects of a duplicate key are merged; of other values, the last one is used. @default false */
  readonly merges?: boolean
}

/** Parses JSON with exact 64-bit integers. Slower than `JSON.parse`, in linear time, and without recursion. */
export function parseExactJson(
  bytes: Buffer,
  maxDepth: number,
  { read = toNumber, merges = false }: ExactJsonOptions = {},
): unknown {
  let result: unknown
  // The open containers, and the key of the next value in each.
  const open: (unknown[] | Record<string, unknown>)[] = []
  const keys: string[] = []
  let mistake: JsonError | undefined
  let container: unknown[] | Record<string, unknown> | undefined
  const add = (value: unknown): void => {
    if (container === undefined) result = value
    else if (Array.isArray(container)) container.push(value)
    else setMember(container, keys.at(-1) ?? '', value)
  }
  const start = (value: unknown[] | Record<string, unknown>): void => {
    const known = merges && !Array.isArray(value) ? knownObject(container, keys.at(-1) ?? '') : undefined
    if (known === undefined) add(value)
    container = known ?? value
    open.push(container)
    keys.push('')
  }
  const end = (): void => {
    open.pop()
    keys.pop()
    container = open.at(-1)
  }
  scanJson(bytes, maxDepth, {
    startObject: () => start({}),
    endObject: end,
    startArray: () => start([]),
    endArray: end,
    key: (key) => void (keys[keys.length - 1] = key),
    string: add,
    number: (text, offset) => {
      const number = read(text)
      // An out-of-range number is reported only if the rest of the JSON is valid.
      if (typeof number === 'number' && !Number.isFinite(number)) mistake ??= unreadable(text, offset)
      add(number)
    },
    literal: add,
  })
  if (mistake !== undefined) throw mistake
  return result
}

/** The object that a key has already; undefined if it has none. */
function knownObject(
  container: unknown[] | Record<string, unknown> | undefined,
  key: string,
): Record<string, unknown> | undefined {
  if (container === undefined || Array.isArray(container) || !Object.hasOwn(container, key)) return undefined
  const value = container[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

// upstream: sigs json, internal/golang/encoding/json/decode.go, convertNumber – 64-bit integers, else doubles.
function toNumber(text: string): number | bigint {
  const number = Number(text)
  if (!/^-?[0-9]+$/.test(text) || Number.isSafeInteger(number)) return number
  // Integers with more digits than 64 bits have are out of range.
  const integer = text.length <= 20 ? BigInt(text) : undefined
  return integer !== undefined && integer >= smallest && integer <= largest ? integer : number
}

/** A number as {@link parseExactJson} reads it if it is a 64-bit integer, otherwise a symbol with its text. */
export function toLiteral(text: string): number | bigint | symbol {
  const number = toNumber(text)
  return /^-?[0-9]+$/.test(text) && (typeof number === 'bigint' || Number.isSafeInteger(number)) ? number : Symbol(text)
}

function unreadable(text: string, offset: number): JsonError {
  return new JsonError(`json: cannot unmarshal number ${text} into Go value of type float64`, offset + text.length)
}
