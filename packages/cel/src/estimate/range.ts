/** The least and the most of a size or a cost. `max` is Infinity where nothing bounds it. */
export interface CostRange {
  readonly min: number
  readonly max: number
}

/** What nothing is known of. */
export const unknownRange: CostRange = { min: 0, max: Infinity }

/** Exactly so much. */
export function exactly(amount: number): CostRange {
  return { min: amount, max: amount }
}

export function addRanges(a: CostRange, b: CostRange): CostRange {
  return { min: a.min + b.min, max: a.max + b.max }
}

export function multiplyRanges(a: CostRange, b: CostRange): CostRange {
  return { min: multiply(a.min, b.min), max: multiply(a.max, b.max) }
}

/** The range times a factor, rounded up. */
export function scaleRange({ min, max }: CostRange, factor: number): CostRange {
  return { min: Math.ceil(multiply(min, factor)), max: Math.ceil(multiply(max, factor)) }
}

/** The range that holds both. */
export function unionOfRanges(a: CostRange, b: CostRange): CostRange {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) }
}

export function sumOfRanges(ranges: readonly CostRange[]): CostRange {
  return ranges.reduce(addRanges, exactly(0))
}

/** A product in which nothing times anything is nothing. */
function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b
}
