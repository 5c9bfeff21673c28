import { fail } from './failure.ts'

export { compareBytes } from './equality.ts'

/** -1, 0 or 1 for numbers of any kind. @throws a failure for NaN, which has no order */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (typeof a !== typeof b) return compareDoubles(Number(a), Number(b))
  if (a < b) return -1
  if (a > b) return 1
  return typeof a === 'number' && typeof b === 'number' ? compareDoubles(a, b) : 0
}

function compareDoubles(a: number, b: number): number {
  if (a < b) return -1
  if (a > b) return 1
  return Number.isNaN(a) || Number.isNaN(b) ? fail('NaN values cannot be ordered') : 0
}

/** -1, 0 or 1 for strings by their code points. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return rankUnit(left) < rankUnit(right) ? -1 : 1
  }
  return a.length < b.length ? -1 : 1
}

/** Surrogates stand for code points above all others of one unit. */
function rankUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** -1, 0 or 1: false is less than true. */
export function compareBooleans(a: boolean, b: boolean): number {
  return Number(a) - Number(b)
}
