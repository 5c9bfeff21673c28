import type { CallExpr, Expr } from '../ast.ts'
import { qualifiedName } from '../check/names.ts'
import type { Overload } from '../library/function.ts'
import { Failure } from '../values/failure.ts'
import { typeTest } from '../values/type-of.ts'
import type { CelValue, CelType } from '../values/value.ts'
import type { Compiler } from './compilation.ts'
import { costOf, type CallCost } from './costs.ts'
import { noSuchOverload } from './errors.ts'
import { Frame, type Step } from './frame.ts'

/** A call of a function: its overloads with the arguments. */
interface ResolvedCall {
  readonly name: string
  readonly overloads: readonly Overload[]
  readonly args: readonly Expr[]
}

/** Code for a call of a function; the overload is chosen by the types of the arguments. */
export function compileCall(compiler: Compiler, call: CallExpr): Step {
  const resolved = resolveCall(compiler, call)
  if (resolved.overloads.length === 0) {
    const message = `no such overload: ${resolved.name}`
    return () => {
      throw new Failure(message, call.id)
    }
  }
  const args = resolved.args.map((arg) => compiler.compile(arg))
  const cost = costOf(resolved.overloads, compiler.costs)
  const code = compileDispatch(compiler, resolved)
  const [first, second] = args
  if (args.length === 1 && first !== undefined) return unaryCall(call.id, code, cost, first)
  if (args.length === 2 && first !== undefined && second !== undefined) {
    return binaryCall(call.id, code, cost, [first, second])
  }
  return (frame) => {
    const values = args.map((arg) => arg(frame))
    frame.node = call.id
    for (const value of values) frame.read(value)
    if (cost === undefined || typeof cost === 'function') {
      frame.charge(cost === undefined ? 1 : cost(values))
      return code(...values, frame)
    }
    const result = code(...values, frame)
    frame.charge(cost.afterCall(values, result))
    return result
  }
}

function unaryCall(node: number, code: Overload['call'], cost: CallCost | undefined, arg: Step): Step {
  return (frame) => {
    const value = arg(frame)
    frame.node = node
    if (typeof value === 'string' || value instanceof Uint8Array) frame.read(value)
    if (cost === undefined || typeof cost === 'function') {
      frame.charge(cost === undefined ? 1 : cost([value]))
      return code(value, frame)
    }
    const result = code(value, frame)
    frame.charge(cost.afterCall([value], result))
    return result
  }
}

function binaryCall(
  node: number,
  code: Overload['call'],
  cost: CallCost | undefined,
  [left, right]: readonly [Step, Step],
): Step {
  return (frame) => {
    const a = left(frame)
    const b = right(frame)
    frame.node = node
    if (typeof a !== 'number') frame.read(a)
    if (typeof b !== 'number') frame.read(b)
    if (cost === undefined || typeof cost === 'function') {
      frame.charge(cost === undefined ? 1 : cost([a, b]))
      return code(a, b, frame)
    }
    const result = code(a, b, frame)
    frame.charge(cost.afterCall([a, b], result))
    return result
  }
}

/** The overloads that a call may mean: those that the checker found, else all of the name and style. */
function resolveCall(compiler: Compiler, call: CallExpr): ResolvedCall {
  const reference = compiler.reference(call.id)
  const all = call.target === undefined ? call.args : [call.target, ...call.args]
  if (reference?.kind === 'function') {
    return { name: reference.name, overloads: reference.overloads, args: reference.qualified ? call.args : all }
  }
  const prefix = call.target === undefined ? undefined : qualifiedName(call.target)
  const qualified = prefix === undefined ? [] : overloadsOf(compiler, `${prefix}.${call.name}`, call.args.length, false)
  if (qualified.length > 0) return { name: `${prefix}.${call.name}`, overloads: qualified, args: call.args }
  const overloads = overloadsOf(compiler, call.name, all.length, call.target !== undefined)
  return { name: call.name, overloads, args: all }
}

function overloadsOf(compiler: Compiler, name: string, argCount: number, member: boolean): readonly Overload[] {
  for (const candidate of compiler.declarations.candidates(name)) {
    const found = compiler.declarations.function(candidate)
    if (found !== undefined) {
      return found.overloads.filter((overload) => overload.member === member && overload.params.length === argCount)
    }
  }
  return []
}

/** Code that calls the overload that takes the arguments, without asking where their types are known. */
function compileDispatch(compiler: Compiler, { name, overloads, args }: ResolvedCall): Overload['call'] {
  const constants = args.map((arg) => compiler.constantOf(arg))
  const candidates = overloads.map((overload) => ({
    code: specialized(compiler, overload, constants) ?? overload.call,
    takes: overload.params.map(typeTest),
  }))
  const [only] = overloads
  const [single] = candidates
  if (only !== undefined && single !== undefined && overloads.length === 1 && areTrusted(compiler, only, args)) {
    return single.code
  }
  return (...given) => {
    const values = given.filter((value): value is CelValue => !(value instanceof Frame))
    for (const { code, takes } of candidates) {
      if (takes.every((test, index) => test(values[index] ?? null))) return code(...given)
    }
    throw noSuchOverload(name, values)
  }
}

/** Code for constant arguments. @throws Failure for those that it refuses, where the compiler is strict about constants */
function specialized(
  compiler: Compiler,
  { specialize }: Overload,
  constants: readonly (CelValue | undefined)[],
): Overload['call'] | undefined {
  try {
    return specialize?.(constants)
  } catch (error) {
    if (!(error instanceof Failure) || compiler.strictConstants) throw error
    return undefined
  }
}

/** Whether the types of the arguments say that the overload takes them. */
function areTrusted(compiler: Compiler, overload: Overload, args: readonly Expr[]): boolean {
  if (overload.unguarded === true) return true
  return overload.params.every((param, index) => {
    const arg = args[index]
    return arg !== undefined && isTrusted(compiler.typeOf(arg), param)
  })
}

function isTrusted(type: CelType, param: CelType): boolean {
  if (param.kind === 'dyn' || param.kind === 'typeParam') return true
  if (type.nullable || type.kind !== param.kind || type.name !== param.name) return false
  return param.params.every((inner, index) => isTrusted(type.params[index] ?? type, inner))
}
