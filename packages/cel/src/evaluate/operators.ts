import { operators, type CallExpr, type Expr } from '../ast.ts'
import { findElement } from '../library/standard/containers.ts'
import { fail, Failure } from '../values/failure.ts'
import { isEqual } from '../values/equality.ts'
import { formatValue } from '../values/format.ts'
import { mapKeyOf } from '../values/map-key.ts'
import { CelDouble } from '../values/numbers.ts'
import { CelList, CelMap, CelObject, CelOptional, elementsOf, type CelValue, type MapKey } from '../values/value.ts'
import type { Compiler } from './compilation.ts'
import { nodeCosts } from './costs.ts'
import { attempt, undecided, type Attempt } from './errors.ts'
import type { Step } from './frame.ts'
import { branchDiscount, chargedOperand, selectOptional } from './names.ts'

type CompileOperator = (compiler: Compiler, call: CallExpr, args: readonly [Expr, Expr]) => Step | undefined

const binary: ReadonlyMap<string, CompileOperator> = new Map<string, CompileOperator>([
  [operators.and, compileAnd],
  [operators.or, compileOr],
  [operators.equals, (compiler, call, args) => compileEquals(compiler, args, true)],
  [operators.notEquals, (compiler, call, args) => compileEquals(compiler, args, false)],
  [operators.index, compileIndex],
  [operators.in, compileMembership],
  [operators.optionalIndex, (compiler, _call, args) => compileOptionalIndex(compiler, args)],
  [operators.optionalSelect, (compiler, _call, args) => compileOptionalSelect(compiler, args)],
])

/** Code for calls that do not just call a function with their arguments; undefined for others. */
export function compileOperator(compiler: Compiler, call: CallExpr): Step | undefined {
  const { name, target, args } = call
  const [first, second, third] = args
  if (target !== undefined) {
    return first !== undefined && args.length === 1 ? compileOptionalOr(compiler, name, target, first) : undefined
  }
  if (name === operators.notStrictlyFalse && first !== undefined) return compileNotStrictlyFalse(compiler, first)
  if (first === undefined || second === undefined) return undefined
  if (name === operators.conditional && third !== undefined) return compileCondition(compiler, [first, second, third])
  return args.length === 2 ? binary.get(name)?.(compiler, call, [first, second]) : undefined
}

/** A node for `&&` and the like; the accumulator of a comprehension gives its failure without a throw. */
function compileAttempt(compiler: Compiler, expr: Expr): Attempt {
  const local = expr.kind === 'ident' ? compiler.localOf(expr.name) : undefined
  if (local === undefined) return attempt(compiler.compile(expr))
  return (frame) => {
    frame.charge(nodeCosts.ident)
    return frame.locals[local] ?? null
  }
}

function compileAnd(compiler: Compiler, call: CallExpr, [first, second]: readonly [Expr, Expr]): Step {
  const left = compileAttempt(compiler, first)
  const right = compileAttempt(compiler, second)
  return (frame) => {
    const a = left(frame)
    if (a === false) return false
    const b = right(frame)
    if (b === false) return false
    return a === true && b === true ? true : undecided(a, b, call.id)
  }
}

function compileOr(compiler: Compiler, call: CallExpr, [first, second]: readonly [Expr, Expr]): Step {
  const left = compileAttempt(compiler, first)
  const right = compileAttempt(compiler, second)
  return (frame) => {
    const a = left(frame)
    if (a === true) return true
    const b = right(frame)
    if (b === true) return true
    return a === false && b === false ? false : undecided(a, b, call.id)
  }
}

function compileNotStrictlyFalse(compiler: Compiler, expr: Expr): Step {
  const step = compileAttempt(compiler, expr)
  return (frame) => {
    const value = step(frame)
    frame.charge(1)
    return value !== false
  }
}

function compileCondition(compiler: Compiler, [first, second, third]: readonly [Expr, Expr, Expr]): Step {
  const test = compiler.compile(first)
  const whenTrue = compiler.compile(second)
  const whenFalse = compiler.compile(third)
  const discountTrue = branchDiscount(second)
  const discountFalse = branchDiscount(third)
  return (frame) => {
    const value = test(frame)
    if (typeof value !== 'boolean') fail('no such overload')
    frame.cost -= value ? discountTrue : discountFalse
    return value ? whenTrue(frame) : whenFalse(frame)
  }
}

function compileEquals(compiler: Compiler, [first, second]: readonly [Expr, Expr], wanted: boolean): Step {
  const left = compiler.compile(first)
  const right = compiler.compile(second)
  const cost = compiler.costs.get(wanted ? 'equals' : 'not_equals')
  const before = typeof cost === 'function' ? cost : undefined
  const after = typeof cost === 'object' ? cost.afterCall : undefined
  return (frame) => {
    const a = left(frame)
    const b = right(frame)
    const small = typeof a === 'number' || typeof a === 'boolean'
    frame.charge(small || before === undefined ? 1 : before([a, b]))
    const result = isEqual(a, b, frame) === wanted
    if (after !== undefined) frame.charge(after([a, b], result) - 1)
    return result
  }
}

/** Whether a value is in a list of constants, which is a look-up without costs. */
function compileMembership(
  compiler: Compiler,
  _call: CallExpr,
  [first, second]: readonly [Expr, Expr],
): Step | undefined {
  const value = compiler.compile(first)
  compiler.compile(second)
  const list = compiler.constantOf(second)
  if (!(list instanceof CelList)) return undefined
  if (list.size === 0) return () => false
  const keys = elementsOf(list).map(membershipKey)
  if (keys.includes(undefined)) return undefined
  const set = new Set(keys)
  return (frame) => set.has(membershipKey(value(frame)))
}

/** Equal values have equal keys; undefined for values that have none. */
function membershipKey(value: CelValue): MapKey | undefined {
  const key = mapKeyOf(value)
  if (key !== undefined || !(value instanceof CelDouble)) return key
  return Number.isNaN(value.value) ? undefined : value.value
}

/** The element of a list, the entry of a map or the field of an object. */
function compileIndex(compiler: Compiler, call: CallExpr, [first, second]: readonly [Expr, Expr]): Step {
  const operand = chargedOperand(compiler, first)
  const index = compiler.compile(second)
  const cost = isAttribute(second) ? 0 : nodeCosts.select
  return (frame) => {
    const value = operand(frame)
    const at = index(frame)
    frame.charge(cost)
    if (value instanceof CelOptional) return optionalElement(value.value, at)
    const found = findIndexed(value, at)
    if (found !== undefined) return found
    const what = value instanceof CelList ? 'index out of bounds' : 'no such key'
    throw new Failure(`${what}: ${formatValue(at)}`, call.id)
  }
}

// The qualifier that a name or selection makes costs what the name or selection does.
function isAttribute(expr: Expr): boolean {
  return expr.kind === 'ident' || expr.kind === 'select'
}

function findIndexed(value: CelValue, index: CelValue): CelValue | undefined {
  if (value instanceof CelList) return findElement(value, index)
  if (value instanceof CelMap) {
    const key = mapKeyOf(index)
    return key === undefined ? undefined : value.get(key)
  }
  return value instanceof CelObject && typeof index === 'string' ? value.get(index) : undefined
}

function optionalElement(value: CelValue | undefined, index: CelValue): CelValue {
  const found = value === undefined ? undefined : findIndexed(value, index)
  return found === undefined ? CelOptional.none : CelOptional.of(found)
}

function compileOptionalIndex(compiler: Compiler, [first, second]: readonly [Expr, Expr]): Step {
  const operand = chargedOperand(compiler, first)
  const index = compiler.compile(second)
  const cost = isAttribute(second) ? 0 : nodeCosts.select
  return (frame) => {
    const value = operand(frame)
    const at = index(frame)
    frame.charge(cost)
    return optionalElement(value instanceof CelOptional ? value.value : value, at)
  }
}

function compileOptionalSelect(compiler: Compiler, [first, second]: readonly [Expr, Expr]): Step | undefined {
  if (second.kind !== 'constant' || typeof second.value !== 'string') return undefined
  const operand = chargedOperand(compiler, first)
  const field = second.value
  const { strictPresence } = compiler
  return (frame) => {
    const value = operand(frame)
    frame.charge(nodeCosts.select)
    return selectOptional(value, field, strictPresence)
  }
}

/** `or` and `orValue`, whose alternative is evaluated only where it is needed. */
function compileOptionalOr(compiler: Compiler, name: string, target: Expr, alternative: Expr): Step | undefined {
  if (name !== 'or' && name !== 'orValue') return undefined
  const first = compiler.compile(target)
  const second = compiler.compile(alternative)
  return (frame) => {
    const value = first(frame)
    // upstream: cel/library.go, evalOptionalOr – what is no optional is the result itself.
    if (!(value instanceof CelOptional)) return value
    frame.charge(1)
    if (value.value === undefined) return second(frame)
    return name === 'or' ? value : value.value
  }
}
