import type { Expr } from '../ast.ts'
import { Failure } from '../values/failure.ts'
import type { Compiler } from './compilation.ts'
import { Frame, type Step } from './frame.ts'

const conversions: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
])

/**
 * Lists and maps of constants and conversions of constants are evaluated once, and cost nothing.
 * upstream: interpreter/decorators.go, decOptimize – costs of Kubernetes are those of optimized programs.
 * @throws Failure where that fails and the compiler is strict about constants
 */
export function foldConstant(compiler: Compiler, expr: Expr, step: Step): Step {
  if (!isConstant(compiler, expr)) return step
  try {
    const value = step(new Frame({}, compiler.loads, 0, {}))
    compiler.setConstant(expr.id, value)
    return () => value
  } catch (error) {
    if (!(error instanceof Failure) || compiler.strictConstants) throw error
    return step
  }
}

function isConstant(compiler: Compiler, expr: Expr): boolean {
  const known = (child: Expr): boolean => compiler.constantOf(child) !== undefined
  switch (expr.kind) {
    case 'list':
      return expr.optionals.length === 0 && expr.elements.every(known)
    case 'map':
      return expr.entries.every((entry) => !entry.optional && known(entry.key) && known(entry.value))
    case 'call':
      return expr.target === undefined && expr.args.length === 1 && conversions.has(expr.name) && expr.args.every(known)
    default:
      return false
  }
}
