import { operators, type Ast, type Expr } from '../ast.ts'
import type { CheckedAst } from '../check/checked-ast.ts'
import { compileCall } from './calls.ts'
import { Compiler, type CompilerOptions } from './compilation.ts'
import { compileComprehension } from './comprehensions.ts'
import { compileList, compileMap, compileStruct } from './constructors.ts'
import { foldConstant } from './fold-constants.ts'
import type { LoadVariable, Step } from './frame.ts'
import { compileIdent, compileSelect } from './names.ts'
import { compileOperator } from './operators.ts'

/** Code of an expression with the variables it reads. */
export interface CompiledCode {
  readonly step: Step
  readonly loads: readonly LoadVariable[]
  readonly localCount: number
}

/** Compiles a tree, checked or not, to closures. */
export function compileCode(ast: Ast | CheckedAst, options: CompilerOptions): CompiledCode {
  const compiler = new Compiler(ast, options, (self, expr) => foldConstant(self, expr, compileNode(self, expr)))
  const step = compiler.compile(ast.expr)
  return { step, loads: compiler.loads, localCount: compiler.localCount }
}

function compileNode(compiler: Compiler, expr: Expr): Step {
  switch (expr.kind) {
    case 'constant': {
      const { value } = expr
      return () => value
    }
    case 'ident':
      return compileIdent(compiler, expr.id, expr.name)
    case 'select':
      return compileSelect(compiler, expr)
    case 'call':
      return (operatorNames.has(expr.name) ? compileOperator(compiler, expr) : undefined) ?? compileCall(compiler, expr)
    case 'list':
      return compileList(compiler, expr)
    case 'map':
      return compileMap(compiler, expr)
    case 'struct':
      return compileStruct(compiler, expr)
    case 'comprehension':
      return compileComprehension(compiler, expr)
    default:
      throw new TypeError('an expression with errors cannot be compiled')
  }
}

const operatorNames: ReadonlySet<string> = new Set([...Object.values(operators), 'or', 'orValue'])
