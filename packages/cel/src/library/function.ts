import type { ValuesOf } from '../values/type.ts'
import type { CelValue, CelType } from '../values/value.ts'

/** What a function may ask of the evaluation that calls it. */
export interface CallContext {
  /** Adds to the cost of the evaluation and ends it where its limit or deadline is reached. For functions that loop. */
  charge(cost: number): void
  /**
   * Counts steps of about 10 ns of a function whose time its cost does not say, and ends the evaluation at its limit of
   * steps or where it is interrupted. For functions that loop; texts and bytes among the arguments count already. @default 1
   */
  iterate(steps?: number): void
}

/** One signature of a function with its code. */
export interface Overload {
  /** Unique among the overloads of an environment; costs are set by it. */
  readonly id: string
  /** Types of the arguments; of a member the first is what it is called on. */
  readonly params: readonly CelType[]
  readonly result: CelType
  /** Whether it is called as `a.f(b)` rather than `f(a, b)`. */
  readonly member: boolean
  /** Gets values of the types of the parameters and the context behind them. Fails with `fail(message)`. */
  readonly call: (...args: readonly (CelValue | CallContext)[]) => CelValue
  /** Whether its code judges its arguments itself, so that values of other types than the checker found reach it. */
  readonly unguarded?: boolean
  /**
   * Code for calls with constants among their arguments, such as a pattern that is compiled once; undefined keeps `call`.
   * Where it fails, so does the compilation with `strictConstants`; else the call fails as it is made.
   */
  readonly specialize?: (constants: readonly (CelValue | undefined)[]) => Overload['call'] | undefined
}

/** A function with its overloads. */
export interface FunctionDeclaration {
  readonly name: string
  readonly overloads: readonly Overload[]
}

/** Code of an overload, with arguments of the types of its parameters. */
export type OverloadCall<Params extends readonly CelType[]> = (
  ...args: readonly [...ValuesOf<Params>, context: CallContext]
) => CelValue

/** Declares a signature of `f(a, b)`. */
export function overload<const Params extends readonly CelType[]>(
  id: string,
  params: Params,
  result: CelType,
  call: OverloadCall<Params>,
): Overload {
  return { id, params, result, member: false, call: checkedCall(call) }
}

/** Declares a signature of `a.f(b)`; the first parameter is `a`. */
export function memberOverload<const Params extends readonly CelType[]>(
  id: string,
  params: Params,
  result: CelType,
  call: OverloadCall<Params>,
): Overload {
  return { id, params, result, member: true, call: checkedCall(call) }
}

/** Declares a function. */
export function declareFunction(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads }
}

// Calls are dispatched by the types of the arguments, so the code gets what its parameters say.
function checkedCall<Params extends readonly CelType[]>(call: OverloadCall<Params>): Overload['call'] {
  return call as Overload['call']
}
