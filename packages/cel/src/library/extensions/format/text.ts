import { bytesToString, doubleToString } from '../../../values/convert.ts'
import { Failure, fail } from '../../../values/failure.ts'
import { mapKeyOf } from '../../../values/map-key.ts'
import { CelDouble, CelUint } from '../../../values/numbers.ts'
import { compareStrings } from '../../../values/ordering.ts'
import { CelDuration, CelTimestamp } from '../../../values/time.ts'
import { typeOf } from '../../../values/type-of.ts'
import { CelList, CelMap, elementsOf, type CelValue, CelType } from '../../../values/value.ts'
import type { CallContext } from '../../function.ts'
import { defaultPrecision, plainFixed } from './numbers.ts'
import { quoteAsGo } from './quote.ts'

/** `%s`; undefined for values without a text. */
export function formatText(value: CelValue, context: CallContext): string | undefined {
  if (value instanceof CelDouble) return doubleToString(value)
  if (value instanceof CelTimestamp || value instanceof CelDuration) return value.toString()
  if (value instanceof Uint8Array) return textOfBytes(value)
  return formatContainer(value, context) ?? formatScalar(value)
}

/** Bytes as the text that they are. @throws a failure where they are none */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return bytesToString(bytes)
  } catch (error) {
    if (error instanceof Failure) fail(`could not convert argument "${error.message}" to string`)
    throw error
  }
}

/** Null, booleans, strings, integers and types; undefined for other values. */
export function formatScalar(value: CelValue): string | undefined {
  if (value === null) return 'null'
  if (typeof value !== 'object') return String(value)
  if (value instanceof CelUint) return String(value.value)
  return value instanceof CelType ? value.name : undefined
}

function formatContainer(value: CelValue, context: CallContext): string | undefined {
  if (value instanceof CelMap) return formatMap(value, context)
  if (!(value instanceof CelList)) return undefined
  return `[${elementsOf(value)
    .map((item) => formatLiteral(item, context))
    .join(', ')}]`
}

function formatMap(map: CelMap, context: CallContext): string {
  const entries = Array.from(map.keys(), (key): readonly [string, string] => [
    formatKey(key, context),
    formatLiteral(map.get(mapKeyOf(key) ?? '') ?? null, context),
  ])
  entries.sort(([a], [b]) => compareStrings(a, b))
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(', ')}}`
}

function formatKey(key: CelValue, context: CallContext): string {
  if (key instanceof CelDouble) fail(`no formatting function for map key of type ${typeOf(key).name}`)
  return formatLiteral(key, context)
}

/** What printing an element takes besides its size. */
export const stepsPerElement = 25

/** A value within a list or a map, as a literal of CEL. */
function formatLiteral(value: CelValue, context: CallContext): string {
  context.iterate(stepsPerElement + (typeof value === 'string' ? value.length / 8 : 0))
  if (typeof value === 'string') return quoteAsGo(value)
  if (value instanceof Uint8Array) return `b${quoteAsGo(textOfBytes(value))}`
  if (value instanceof CelDouble) return formatDouble(value.value)
  if (value instanceof CelTimestamp) return `timestamp("${value.toString()}")`
  if (value instanceof CelDuration) return `duration("${value.toString()}")`
  return (
    formatContainer(value, context) ?? formatScalar(value) ?? fail(`no formatting function for ${typeOf(value).name}`)
  )
}

function formatDouble(value: number): string {
  if (Number.isNaN(value)) return '"NaN"'
  if (!Number.isFinite(value)) return value > 0 ? '"+Inf"' : '"-Inf"'
  return plainFixed(value, defaultPrecision)
}
