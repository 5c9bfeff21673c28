import { operators, type CallExpr, type Expr } from '../ast.ts'
import type { MergedFunction } from '../environment/declarations.ts'
import type { Overload } from '../library/function.ts'
import { crossTypeComparisons } from '../library/standard/comparisons.ts'
import { boolType, dynType, errorType, formatType, isDyn, isSameType } from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import { substitute, type Mapping } from './assignability.ts'
import type { CheckState } from './check-state.ts'
import { qualifiedName } from './names.ts'

/** The type of a call, whose function may have a namespace. */
export function checkCall(state: CheckState, call: CallExpr): CelType {
  for (const arg of call.args) state.check(arg)
  const { target } = call
  if (target === undefined) {
    const found = state.functionOf(call.name)
    return found === undefined ? state.undeclared(call.id, call.name) : resolveCall(state, call, found, undefined)
  }
  const prefix = qualifiedName(target)
  const qualified = prefix === undefined ? undefined : state.functionOf(`${prefix}.${call.name}`)
  if (qualified !== undefined) return resolveCall(state, call, qualified, undefined)
  state.check(target)
  const found = state.functionOf(call.name)
  return found === undefined ? state.undeclared(call.id, call.name) : resolveCall(state, call, found, target)
}

/** Finds the overloads that take the arguments. */
function resolveCall(state: CheckState, call: CallExpr, fn: MergedFunction, target: Expr | undefined): CelType {
  const given = target === undefined ? call.args : [target, ...call.args]
  const argTypes = given.map((arg) => state.check(arg))
  const qualified = call.target !== undefined && target === undefined
  if (fn.name === operators.and || fn.name === operators.or) return checkLogic(state, call, fn, argTypes)
  const overloads: Overload[] = []
  let result: CelType | undefined
  for (const overload of fn.overloads) {
    if (overload.member !== (target !== undefined) || isDisabled(state, overload)) continue
    const { params, result: declared } = instantiate(state, overload)
    if (!state.assign(argTypes, params)) continue
    overloads.push(overload)
    const type = substitute(state.mapping, declared, false)
    if (result === undefined) result = type
    else if (!isDyn(result) && !isSameType(type, result)) result = dynType
  }
  if (result === undefined) {
    const shown = argTypes.map((type) => substitute(state.mapping, type, true))
    const signature = formatArguments(shown, target !== undefined)
    state.report(call.id, `found no matching overload for '${fn.name}' applied to '${signature}'`)
    return errorType
  }
  state.references.set(call.id, { kind: 'function', name: fn.name, overloads, qualified })
  return result
}

function checkLogic(state: CheckState, call: CallExpr, fn: MergedFunction, argTypes: readonly CelType[]): CelType {
  let failed = false
  for (const [index, type] of argTypes.entries()) {
    if (state.assign([type], [boolType])) continue
    state.mismatch(call.args[index]?.id ?? call.id, boolType, type)
    failed = true
  }
  state.references.set(call.id, { kind: 'function', name: fn.name, overloads: fn.overloads, qualified: false })
  return failed ? errorType : boolType
}

// upstream: checker/env.go, enterScope – the filter of cross-type comparisons is lost within comprehensions.
function isDisabled(state: CheckState, overload: Overload): boolean {
  return !state.options.crossTypeComparisons && state.scopes.length === 0 && crossTypeComparisons.has(overload.id)
}

/** The signature with type variables of its own for its type parameters. */
function instantiate(state: CheckState, overload: Overload): { params: readonly CelType[]; result: CelType } {
  const fresh: Mapping = new Map()
  for (const type of [overload.result, ...overload.params]) collectParams(state, type, fresh)
  if (fresh.size === 0) return overload
  return {
    params: overload.params.map((param) => substitute(fresh, param, false)),
    result: substitute(fresh, overload.result, false),
  }
}

function collectParams(state: CheckState, type: CelType, found: Mapping): void {
  if (type.kind === 'typeParam' && !found.has(type.name)) found.set(type.name, state.newTypeVar())
  for (const param of type.params) collectParams(state, param, found)
}

/** `(int, string)` or, for a member, `int.(string)`. */
function formatArguments(types: readonly CelType[], member: boolean): string {
  const [target, ...rest] = types.map(formatType)
  return member ? `${target}.(${rest.join(', ')})` : `(${types.map(formatType).join(', ')})`
}
