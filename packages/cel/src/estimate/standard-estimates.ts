import type { CallEstimate, CallEstimates, EstimateCall, EstimatedCall, EstimatedNode } from './call-estimate.ts'
import { addRanges, exactly, multiplyRanges, scaleRange, type CostRange } from './range.ts'

/** What a character costs to walk over. */
export const perCharacter = 0.1
/** What a character of a regular expression costs for each ten characters that it is matched with. */
export const perPatternCharacter = 0.25

/** Estimates of the standard functions, as cel-go makes them. */
// upstream: cel-go/checker/cost.go, coster.functionCost
export const standardEstimates: CallEstimates = new Map<string, EstimateCall>([
  ['string_format', ({ target, sizeOf }) => target && { cost: traversal(sizeOf(target)) }],
  ['string_to_bytes', resized((size) => ({ min: size.min, max: size.max * 4 }))],
  ['bytes_to_string', resized((size) => ({ min: Math.floor(size.min / 4), max: size.max }))],
  ['strings_quote', resized(quotedSize)],
  ['starts_with_string', firstArgument],
  ['ends_with_string', firstArgument],
  ['in_list', ({ args: [, list], sizeOf }) => list && { cost: sizeOf(list) }],
  ['matches_string', matching],
  ['contains_string', containing],
  ['add_string', concatenation],
  ['add_bytes', concatenation],
  ['add_list', (call) => ({ cost: exactly(1), resultSize: joinedSize(call) })],
  ...['less', 'less_equals', 'greater', 'greater_equals'].flatMap((name): [string, EstimateCall][] => [
    [`${name}_string`, compareShorter],
    [`${name}_bytes`, compareShorter],
  ]),
  ['equals', compareShorter],
  ['not_equals', compareShorter],
])

/** The cost of walking over a text of a size. */
export function traversal(size: CostRange): CostRange {
  return scaleRange(size, perCharacter)
}

/** The cost of matching a text with a pattern. */
export function matchCost(text: CostRange, pattern: CostRange): CostRange {
  // An empty text costs something too, because the pattern has to be read.
  return multiplyRanges(traversal(addRanges(text, exactly(1))), scaleRange(pattern, perPatternCharacter))
}

function resized(resize: (size: CostRange) => CostRange): EstimateCall {
  return ({ args: [text], sizeOf }) => {
    if (text === undefined) return undefined
    const size = sizeOf(text)
    return { cost: traversal(size), resultSize: resize(size) }
  }
}

/** Twice the size and two quotes; the doubled size of a text without bounds overflows to nothing, as in cel-go. */
function quotedSize({ min, max }: CostRange): CostRange {
  return { min: min + 2, max: max === Infinity ? 0 : max * 2 + 2 }
}

function firstArgument({ args: [first], sizeOf }: EstimatedCall): CallEstimate | undefined {
  return first && { cost: traversal(sizeOf(first)) }
}

function matching({ target, args: [pattern], sizeOf }: EstimatedCall): CallEstimate | undefined {
  return target && pattern && { cost: matchCost(sizeOf(target), sizeOf(pattern)) }
}

function containing({ target, args: [part], sizeOf }: EstimatedCall): CallEstimate | undefined {
  return target && part && { cost: multiplyRanges(traversal(sizeOf(target)), traversal(sizeOf(part))) }
}

function concatenation(call: EstimatedCall): CallEstimate {
  const resultSize = joinedSize(call)
  return { cost: traversal(resultSize), resultSize }
}

function joinedSize({ args, sizeOf }: EstimatedCall): CostRange {
  return args.map(sizeOf).reduce(addRanges)
}

/** Two values are compared as far as the shorter one goes. */
export function compareShorter({ args: [left, right], sizeOf }: EstimatedCall): CallEstimate | undefined {
  if (left === undefined || right === undefined) return undefined
  const max = Math.min(maxOf(left, sizeOf), maxOf(right, sizeOf))
  return { cost: traversal({ min: max > 0 ? 1 : 0, max }) }
}

function maxOf(node: EstimatedNode, sizeOf: EstimatedCall['sizeOf']): number {
  return sizeOf(node).max
}
