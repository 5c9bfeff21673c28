import { shortestDecimal } from '../../../values/convert.ts'
import { mapKeyOf } from '../../../values/map-key.ts'
import { CelDouble } from '../../../values/numbers.ts'
import { compareStrings } from '../../../values/ordering.ts'
import { CelDuration, CelTimestamp } from '../../../values/time.ts'
import { CelList, CelMap, type CelValue } from '../../../values/value.ts'
import type { CallContext } from '../../function.ts'
import { formatScalar, stepsPerElement, textOfBytes } from './text.ts'

/** `%s` without quotes and constructors: `[abc, 3.14]`. Undefined for values without a text. */
export function formatPlainText(value: CelValue, context: CallContext): string | undefined {
  context.iterate(stepsPerElement)
  if (value instanceof CelDouble) return formatDecimalNumber(value)
  if (value instanceof CelTimestamp || value instanceof CelDuration) return value.toString()
  if (value instanceof Uint8Array) return textOfBytes(value)
  if (value instanceof CelList) return formatList(value, context)
  return value instanceof CelMap ? formatMap(value, context) : formatScalar(value)
}

function formatList(list: CelList, context: CallContext): string | undefined {
  const items: string[] = []
  for (let index = 0; index < list.size; index++) {
    const item = formatPlainText(list.at(index), context)
    if (item === undefined) return undefined
    items.push(item)
  }
  return `[${items.join(', ')}]`
}

function formatMap(map: CelMap, context: CallContext): string | undefined {
  const entries: (readonly [key: string, value: string])[] = []
  for (const key of map.keys()) {
    const name = formatPlainText(key, context)
    const value = formatPlainText(map.get(mapKeyOf(key) ?? '') ?? null, context)
    if (name === undefined || value === undefined) return undefined
    entries.push([name, value])
  }
  entries.sort(([a], [b]) => compareStrings(a, b))
  return `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`
}

/** A double in as many digits as it needs, without an exponent; undefined for other values. */
export function formatDecimalNumber(value: CelValue): string | undefined {
  if (!(value instanceof CelDouble)) return undefined
  return Number.isFinite(value.value) ? shortestDecimal(value.value) : String(value.value)
}
