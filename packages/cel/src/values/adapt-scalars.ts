import { adaptDyn } from './adapt-dyn.ts'
import type { Adapter } from './adapter.ts'
import { decodeBase64 } from './base64.ts'
import { stringToDuration, stringToTimestamp } from './convert.ts'
import { toInt } from './integers.ts'
import { CelDouble, CelUint } from './numbers.ts'
import { refuse } from './refuse-data.ts'
import { CelDuration, CelTimestamp } from './time.ts'
import type { CelType, CelValue } from './value.ts'

/** Adapters of types that hold no others, by their kind. */
export const scalarAdapters: ReadonlyMap<CelType['kind'], (type: CelType) => Adapter> = new Map([
  ['bool', (type) => (data) => (typeof data === 'boolean' ? data : refuse(data, type))],
  ['string', (type) => (data) => (typeof data === 'string' ? data : refuse(data, type))],
  ['int', (type) => (data) => adaptInt(data, type)],
  ['uint', (type) => (data) => adaptUint(data, type)],
  ['double', (type) => (data) => adaptDouble(data, type)],
  ['bytes', (type) => (data) => adaptBytes(data, type)],
  ['timestamp', (type) => (data) => (typeof data === 'string' ? textToTimestamp(data) : adaptTime(data, type))],
  ['duration', (type) => (data) => (typeof data === 'string' ? stringToDuration(data) : adaptTime(data, type))],
])

function adaptInt(data: unknown, type: CelType): CelValue {
  if (typeof data === 'bigint') return toInt(data)
  if (typeof data !== 'number' || !Number.isInteger(data)) return refuse(data, type)
  return Number.isSafeInteger(data) ? data + 0 : toInt(BigInt(data))
}

function adaptUint(data: unknown, type: CelType): CelValue {
  if (data instanceof CelUint) return data
  if (typeof data === 'bigint' && data >= 0n) return new CelUint(data)
  return Number.isSafeInteger(data) && Number(data) >= 0 ? new CelUint(BigInt(Number(data))) : refuse(data, type)
}

function adaptDouble(data: unknown, type: CelType): CelValue {
  if (typeof data === 'number' || typeof data === 'bigint') return new CelDouble(Number(data))
  return data instanceof CelDouble ? data : refuse(data, type)
}

function adaptBytes(data: unknown, type: CelType): CelValue {
  if (data instanceof Uint8Array) return data
  return (typeof data === 'string' ? decodeBase64(data) : undefined) ?? refuse(data, type)
}

/** Data of the host may be a day without a time. */
function textToTimestamp(text: string): CelValue {
  return stringToTimestamp(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
}

function adaptTime(data: unknown, type: CelType): CelValue {
  const value = adaptDyn(data)
  return value instanceof CelTimestamp || value instanceof CelDuration ? value : refuse(data, type)
}
