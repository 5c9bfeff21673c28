import type { Overload } from '../library/function.ts'
import { countCodePoints } from '../values/text.ts'
import { CelList, CelMap, CelOptional, type CelValue } from '../values/value.ts'

/** What a call costs by its arguments; charged before the call, so that a limit ends it before it runs. */
export type ArgumentCost = (args: readonly CelValue[]) => number

/** What a call costs by its result too; charged after the call. */
export interface ResultCost {
  readonly afterCall: (args: readonly CelValue[], result: CelValue) => number
}

export type CallCost = ArgumentCost | ResultCost

/** Costs of calls by the id of their overload. Calls of other overloads cost 1. */
export type CallCosts = ReadonlyMap<string, CallCost>

/** What nodes other than calls cost. */
export const nodeCosts = { ident: 1, select: 1, list: 10, map: 30, struct: 40 } as const

const perCharacter = 0.1
const perPatternCharacter = 0.25

/** The size of a value for the cost of calls with it. */
export function sizeForCost(value: CelValue): number {
  if (typeof value === 'string') return countCodePoints(value)
  if (value instanceof CelList || value instanceof CelMap) return value.size
  if (value instanceof Uint8Array) return value.length
  return value instanceof CelOptional && value.value !== undefined ? sizeForCost(value.value) : 1
}

const sizeOf = (args: readonly CelValue[], index: number): number => sizeForCost(args[index] ?? null)
const traversal = (size: number): number => Math.ceil(size * perCharacter)
const traverseFirst: ArgumentCost = (args) => traversal(sizeOf(args, 0))
const traverseShorter: ArgumentCost = (args) => traversal(Math.min(sizeOf(args, 0), sizeOf(args, 1)))
const traverseBoth: ArgumentCost = (args) => traversal(sizeOf(args, 0) + sizeOf(args, 1))
const matchCost: ArgumentCost = (args) =>
  traversal(1 + sizeOf(args, 0)) * Math.ceil(sizeOf(args, 1) * perPatternCharacter)

/** Costs of the standard functions, as cel-go counts them. */
export const standardCosts: CallCosts = new Map<string, CallCost>([
  ...['starts_with_string', 'ends_with_string', 'string_to_bytes', 'bytes_to_string'].map((id): [string, CallCost] => [
    id,
    traverseFirst,
  ]),
  ['in_list', (args) => sizeOf(args, 1)],
  ...['less', 'less_equals', 'greater', 'greater_equals'].flatMap((name): [string, CallCost][] => [
    [`${name}_string`, traverseShorter],
    [`${name}_bytes`, traverseShorter],
  ]),
  ['equals', traverseShorter],
  ['not_equals', traverseShorter],
  ['add_string', traverseBoth],
  ['add_bytes', traverseBoth],
  ['matches_string', matchCost],
  ['contains_string', (args) => traversal(sizeOf(args, 0)) * traversal(sizeOf(args, 1))],
])

/** The cost of calls of these overloads; undefined where every call costs 1. */
export function costOf(overloads: readonly Overload[], costs: CallCosts): CallCost | undefined {
  const [only, other] = overloads
  return only === undefined || other !== undefined ? undefined : costs.get(only.id)
}
