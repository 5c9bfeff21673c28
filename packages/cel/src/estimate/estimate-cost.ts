import type { CallExpr, ComprehensionExpr, Expr, SelectExpr } from '../ast.ts'
import type { CheckedAst } from '../check/checked-ast.ts'
import { nodeCosts } from '../evaluate/costs.ts'
import type { Overload } from '../library/function.ts'
import { accumulatorName } from '../macros/macro.ts'
import { countCodePoints } from '../values/text.ts'
import { dynType, isOptional } from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import type { CallEstimate, CallEstimates, EstimatedCall, EstimatedNode } from './call-estimate.ts'
import {
  addRanges,
  exactly,
  multiplyRanges,
  sumOfRanges,
  unionOfRanges,
  unknownRange,
  type CostRange,
} from './range.ts'
import { standardEstimates } from './standard-estimates.ts'

/** Options of {@link estimateCost}. */
export interface EstimateOptions {
  /** The size of what stands at a path that begins with a variable; undefined where nothing is known of it. */
  readonly sizeOf?: (path: readonly string[]) => CostRange | undefined
  /** Estimates of calls besides those of the standard functions. */
  readonly calls?: CallEstimates
  /** Whether `has(a.b)` costs as much as `a.b`, rather than as `a`. @default true */
  readonly presenceTestsCost?: boolean
}

/**
 * The least and the most that an evaluation of an expression can cost, from the sizes of its variables. Costs are those
 * of `Evaluation.cost`, counted as cel-go estimates them before anything is evaluated.
 */
export function estimateCost(ast: CheckedAst, options: EstimateOptions = {}): CostRange {
  return new CostEstimator(ast, options).cost(ast.expr)
}

/** Sizes of the keys or indexes and of the values of a list or map. */
interface EntrySizes {
  readonly kind: 'list' | 'map'
  readonly key: CostRange
  readonly value: CostRange
}

/** A variable that a comprehension binds. */
interface LocalVariable {
  readonly path: readonly string[]
  readonly size: CostRange | undefined
  readonly entries: EntrySizes | undefined
}

// upstream: cel-go/checker/cost.go, coster
class CostEstimator {
  readonly #ast: CheckedAst
  readonly #options: EstimateOptions
  readonly #paths = new Map<number, readonly string[]>()
  readonly #sizes = new Map<number, CostRange>()
  readonly #entries = new Map<number, EntrySizes>()
  readonly #locals: (readonly [name: string, variable: LocalVariable])[] = []

  constructor(ast: CheckedAst, options: EstimateOptions) {
    this.#ast = ast
    this.#options = options
  }

  cost(expr: Expr): CostRange {
    switch (expr.kind) {
      case 'ident':
        this.#paths.set(expr.id, this.#local(expr.name)?.path ?? [expr.name])
        return exactly(nodeCosts.ident)
      case 'select':
        return this.#select(expr)
      case 'call':
        return this.#call(expr)
      case 'list':
        return addRanges(this.#container(expr.id, 'list', [[], expr.elements]), exactly(nodeCosts.list))
      case 'map': {
        const keys = expr.entries.map(({ key }) => key)
        const values = expr.entries.map(({ value }) => value)
        return addRanges(this.#container(expr.id, 'map', [keys, values]), exactly(nodeCosts.map))
      }
      case 'struct':
        return addRanges(sumOfRanges(expr.fields.map(({ value }) => this.cost(value))), exactly(nodeCosts.struct))
      case 'comprehension':
        return isBinding(expr) ? this.#binding(expr) : this.#comprehension(expr)
      default:
        return exactly(0)
    }
  }

  #select({ id, operand, field, testOnly }: SelectExpr): CostRange {
    const cost = this.cost(operand)
    if (testOnly) {
      const { presenceTestsCost = true } = this.#options
      return addRanges(cost, exactly(presenceTestsCost ? nodeCosts.select : 0))
    }
    this.#paths.set(id, [...this.#pathOf(operand), field])
    const { kind } = this.#typeOf(operand)
    return kind === 'map' || kind === 'struct' ? addRanges(cost, exactly(nodeCosts.select)) : cost
  }

  #call(call: CallExpr): CostRange {
    const reference = this.#ast.references.get(call.id)
    const [first] = call.args
    if (call.name === 'dyn' && call.target === undefined && first !== undefined) return this.#untyped(call, first)
    const argCosts = call.args.map((arg) => this.cost(arg))
    const args = call.args.map((arg) => this.#node(arg))
    if (reference?.kind !== 'function') return exactly(0)
    const target = reference.qualified ? undefined : call.target
    const targetCost = target === undefined ? exactly(0) : this.cost(target)
    const node = target === undefined ? undefined : this.#node(target)
    let cost: CostRange | undefined
    let resultSize: CostRange | undefined
    for (const overload of reference.overloads) {
      const estimate = this.#overload(call, overload, { target: node, args, argCosts })
      cost = cost === undefined ? estimate.cost : unionOfRanges(cost, estimate.cost)
      if (estimate.resultSize !== undefined) {
        resultSize = resultSize === undefined ? estimate.resultSize : unionOfRanges(resultSize, estimate.resultSize)
      }
      const step = elementSteps.get(overload.id)
      if (step !== undefined && first !== undefined) {
        resultSize = this.#entriesOf(first)?.value
        this.#paths.set(call.id, [...this.#pathOf(first), step])
      }
      resultSize ??= this.#sizeOf(call)
    }
    this.#setSize(call, resultSize)
    return addRanges(targetCost, cost ?? exactly(0))
  }

  /** `dyn(x)` only hides the type of its argument. */
  #untyped(call: CallExpr, arg: Expr): CostRange {
    const cost = this.cost(arg)
    this.#copySizes(call, arg)
    return addRanges(cost, exactly(1))
  }

  #overload(
    call: CallExpr,
    { id }: Overload,
    { target, args, argCosts }: Pick<EstimatedCall, 'target' | 'args'> & { readonly argCosts: readonly CostRange[] },
  ): CallEstimate {
    const [first, second, third] = argCosts
    if (first !== undefined && second !== undefined) {
      // A side that decides leaves out the other one.
      if (id === 'logical_and' || id === 'logical_or') return { cost: { min: first.min, max: first.max + second.max } }
      if (id === 'conditional' && third !== undefined) {
        return { cost: addRanges(first, unionOfRanges(second, third)), ...this.#branches(call) }
      }
    }
    if (id.startsWith('add_')) this.#joinEntries(call)
    const given: EstimatedCall = {
      target,
      args,
      sizeOf: (node) => node.size ?? this.#declaredSize(node.path) ?? unknownRange,
      elementOf: (list) => {
        const [type] = list.type.params
        const path = list.path.length === 0 ? [] : [...list.path, '@items']
        return type === undefined ? undefined : { path, type, expr: undefined, size: undefined }
      },
    }
    const estimate = this.#options.calls?.get(id)?.(given) ?? standardEstimates.get(id)?.(given) ?? { cost: exactly(1) }
    return { ...estimate, cost: sumOfRanges([estimate.cost, ...argCosts]) }
  }

  /** The size of a condition is that of either branch. */
  #branches({ id, args: [, whenTrue, whenFalse] }: CallExpr): { resultSize?: CostRange } {
    if (whenTrue === undefined || whenFalse === undefined) return {}
    const entries = unionOfEntries(this.#entriesOf(whenTrue), this.#entriesOf(whenFalse))
    if (entries !== undefined) this.#entries.set(id, entries)
    return { resultSize: unionOfRanges(this.#sizeOrUnknown(whenTrue), this.#sizeOrUnknown(whenFalse)) }
  }

  #joinEntries({ id, args: [left, right] }: CallExpr): void {
    if (left === undefined || right === undefined) return
    const entries = unionOfEntries(this.#entriesOf(left), this.#entriesOf(right))
    if (entries !== undefined) this.#entries.set(id, entries)
  }

  #container(
    id: number,
    kind: EntrySizes['kind'],
    [keys, values]: readonly [readonly Expr[], readonly Expr[]],
  ): CostRange {
    const costs = [...keys, ...values].map((expr) => this.cost(expr))
    const key = kind === 'list' ? exactly(1) : this.#unionOfSizes(keys)
    this.#entries.set(id, { kind, key, value: this.#unionOfSizes(values) })
    return sumOfRanges(costs)
  }

  #unionOfSizes(exprs: readonly Expr[]): CostRange {
    if (exprs.length === 0) return exactly(0)
    return exprs.map((expr) => this.#sizeOrUnknown(expr)).reduce(unionOfRanges)
  }

  #comprehension(fold: ComprehensionExpr): CostRange {
    const { range, init, accumulator, condition, step, result } = fold
    const before = sumOfRanges([this.cost(range), this.cost(init)])
    this.#locals.push([accumulator, this.#bound(init)])
    const depth = this.#locals.length
    this.#bindIterated(fold)
    const loop = sumOfRanges([this.cost(condition), this.cost(step)])
    this.#locals.length = depth
    const after = this.cost(result)
    this.#locals.length = depth - 1
    const count = this.#sizeOrUnknown(range)
    if (init.kind === 'constant') this.#setSize(fold, this.#sizeOf(init))
    if (init.kind === 'list' || init.kind === 'map') {
      this.#setSize(fold, count)
      const entries = this.#entriesOf(step)
      if (entries !== undefined) this.#entries.set(fold.id, entries)
    }
    return sumOfRanges([before, after, multiplyRanges(count, loop)])
  }

  #bindIterated({ range, variable, variable2 }: ComprehensionExpr): void {
    const entries = this.#entriesOf(range)
    const path = this.#pathOf(range)
    const isList = (entries?.kind ?? this.#typeOf(range).kind) === 'list'
    const key = { path: [...path, isList ? '@indices' : '@keys'], size: entries?.key, entries: undefined }
    const value = { path: [...path, isList ? '@items' : '@values'], size: entries?.value, entries: undefined }
    this.#locals.push([variable, variable2 === undefined && isList ? value : key])
    if (variable2 !== undefined) this.#locals.push([variable2, value])
  }

  /** `cel.bind`: nothing is iterated. */
  #binding(fold: ComprehensionExpr): CostRange {
    const before = sumOfRanges([this.cost(fold.range), this.cost(fold.init)])
    this.#locals.push([fold.accumulator, this.#bound(fold.init)])
    const after = this.cost(fold.result)
    this.#copySizes(fold, fold.result)
    this.#locals.pop()
    return addRanges(before, after)
  }

  #bound(init: Expr): LocalVariable {
    return { path: this.#pathOf(init), size: this.#sizeOf(init), entries: this.#entriesOf(init) }
  }

  #local(name: string): LocalVariable | undefined {
    return this.#locals.findLast(([known]) => known === name)?.[1]
  }

  #localOf(expr: Expr): LocalVariable | undefined {
    return expr.kind === 'ident' ? this.#local(expr.name) : undefined
  }

  #typeOf(expr: Expr): CelType {
    return this.#ast.types.get(expr.id) ?? dynType
  }

  #pathOf(expr: Expr): readonly string[] {
    return this.#localOf(expr)?.path ?? this.#paths.get(expr.id) ?? []
  }

  #node(expr: Expr): EstimatedNode {
    const path = this.#pathOf(expr)
    const isAccumulator = path[0] === accumulatorName
    return { path: isAccumulator ? [] : path, type: this.#typeOf(expr), expr, size: this.#sizeOf(expr) }
  }

  #sizeOrUnknown(expr: Expr): CostRange {
    return this.#sizeOf(expr) ?? unknownRange
  }

  #sizeOf(expr: Expr): CostRange | undefined {
    const known = this.#sizes.get(expr.id) ?? literalSize(expr)
    if (known !== undefined) return known
    const declared = this.#declaredSize(this.#pathOf(expr))
    if (declared !== undefined) this.#sizes.set(expr.id, declared)
    return declared ?? typeSize(this.#typeOf(expr)) ?? this.#localOf(expr)?.size
  }

  #declaredSize(path: readonly string[]): CostRange | undefined {
    return path.length === 0 ? undefined : this.#options.sizeOf?.(path)
  }

  #entriesOf(expr: Expr): EntrySizes | undefined {
    return this.#entries.get(expr.id) ?? this.#localOf(expr)?.entries
  }

  #setSize(expr: Expr, size: CostRange | undefined): void {
    if (size !== undefined) this.#sizes.set(expr.id, size)
  }

  #copySizes(to: Expr, from: Expr): void {
    this.#setSize(to, this.#sizeOf(from))
    const entries = this.#entriesOf(from)
    if (entries !== undefined) this.#entries.set(to.id, entries)
  }
}

/** Steps of the paths of what an index finds. */
const elementSteps: ReadonlyMap<string, string> = new Map([
  ['index_list', '@items'],
  ['index_map', '@values'],
])

function unionOfEntries(a: EntrySizes | undefined, b: EntrySizes | undefined): EntrySizes | undefined {
  if (a === undefined || b === undefined) return undefined
  return { kind: a.kind, key: unionOfRanges(a.key, b.key), value: unionOfRanges(a.value, b.value) }
}

function literalSize(expr: Expr): CostRange | undefined {
  switch (expr.kind) {
    case 'constant':
      if (typeof expr.value === 'string') return exactly(countCodePoints(expr.value))
      return exactly(expr.value instanceof Uint8Array ? expr.value.length : 1)
    case 'list':
      return exactly(expr.elements.length)
    case 'map':
      return exactly(expr.entries.length)
    default:
      return undefined
  }
}

const scalarKinds: ReadonlySet<CelType['kind']> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

/** The size of values that all have the same size. */
function typeSize(type: CelType): CostRange | undefined {
  const [value] = type.params
  if (isOptional(type) && value !== undefined) return typeSize(value)
  return scalarKinds.has(type.kind) && !type.nullable ? exactly(1) : undefined
}

/** The comprehension that `cel.bind` expands to. */
function isBinding({ range, condition, accumulator }: ComprehensionExpr): boolean {
  const iteratesNothing = range.kind === 'list' && range.elements.length === 0
  return (
    iteratesNothing && condition.kind === 'constant' && condition.value === false && accumulator !== accumulatorName
  )
}
