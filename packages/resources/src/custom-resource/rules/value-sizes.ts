import type { CostRange } from '@pinnace/cel'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import type { DeclaredType } from './declared-type.ts'

// How large values can be, and how small in JSON, as estimates of costs count them.
// upstream: apiserver/pkg/cel/limits.go and pkg/cel/common/schemas.go

/** The largest body of a request. */
const maxRequestBytes = 3 * 1024 * 1024

/** `[]` and `{}`. */
export const minContainerBytes = 2
/** `""`. */
export const minTextBytes = 2
export const minNumberBytes = 1
export const minBooleanBytes = 4
/** Quotes, colon and comma of a member of an object. */
export const minMemberBytes = 4
/** `"2006-01-02"`. */
export const dateBytes = 12
export const minTimeBytes = 21
export const maxTimeBytes = 32
/** `"0"`. */
export const minDurationBytes = 3

/** The most characters of a text, of which each may take four bytes. */
export function maxTextSize({ maxLength, enum: values = [], ...of }: JSONSchemaProps): number {
  if (maxLength !== undefined) return atLeastZero(maxLength) * 4
  if (of.type !== 'string' || values.length === 0) return maxRequestBytes - minTextBytes
  return Math.max(0, ...values.map((value) => (typeof value === 'string' ? bytesOf(value) : 0)))
}

export function maxBytes({ maxLength }: JSONSchemaProps): number {
  return maxLength === undefined ? maxRequestBytes - minTextBytes : atLeastZero(maxLength)
}

/** How many items fit into a request. */
export function mostItems(minItemBytes: number): number {
  return Math.floor((maxRequestBytes - minContainerBytes) / (minItemBytes + 1))
}

/** How many entries of a map fit into a request. */
export function mostEntries(minValueBytes: number): number {
  return Math.floor((maxRequestBytes - minContainerBytes) / (minValueBytes + 6))
}

/** How many values fit into a request, whatever is around them. */
export function mostValues({ minBytes }: DeclaredType): number {
  return Math.floor(maxRequestBytes / (minBytes + 1))
}

/** Limits are 64-bit integers, which may be bigints. */
export function atLeastZero(limit: number | bigint): number {
  return Math.max(0, Number(limit))
}

export function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}

/** The size of what stands at a path from a value of a type; undefined where nothing is known of it. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go, sizeEstimator
export function sizeAt(root: DeclaredType, [_variable, ...steps]: readonly string[]): CostRange | undefined {
  let at: DeclaredType | undefined = root
  for (const step of steps) {
    if (step === '@items' || step === '@values') at = at.element
    else at = step === '@keys' ? at.key : at.fields?.get(step)
    if (at === undefined) return undefined
  }
  return { min: 0, max: at.maxSize }
}
