import {
  anyType,
  boolType,
  CelCompileError,
  CelError,
  CelType,
  childrenOf,
  listType,
  nullType,
  stringType,
  type CheckedAst,
  type Environment,
  type Expr,
  type Program,
} from '@pinnace/cel'
import type { PolicyExpressionProblem, PolicyExpressionUse } from '@pinnace/kinds'
import { messageOf } from '../../message-of.ts'
import { findMutationType, jsonPatchType, objectType } from './mutation-types.ts'

/** A program, or why there is none. */
export type CompiledPolicyExpression =
  | { readonly expression: string; readonly program: Program; readonly problem?: undefined }
  | { readonly expression: string; readonly program?: undefined; readonly problem: PolicyExpressionProblem }

const acceptedTypes: Readonly<Record<PolicyExpressionUse, readonly CelType[]>> = {
  condition: [boolType],
  validation: [boolType],
  variable: [anyType],
  message: [stringType],
  auditAnnotation: [stringType, nullType],
  applyConfiguration: [objectType],
  jsonPatch: [listType(jsonPatchType)],
}

/** Compiles an expression of a policy. Does not throw for expressions that are invalid. */
// upstream: apiserver/pkg/admission/plugin/cel/compile.go, CompileCELExpression
export function compilePolicyExpression(
  environment: Environment,
  expression: string,
  use: PolicyExpressionUse,
): CompiledPolicyExpression {
  const program = compileOrProblem(environment, expression)
  if ('message' in program) return { expression, problem: program }
  const accepted = acceptedTypes[use]
  const given = typeName(program.type)
  if (!accepted.includes(anyType) && !accepted.some((type) => typeName(type) === given)) {
    const wanted = accepted.map(typeName)
    const choice = wanted.length === 1 ? wanted.join() : `one of [${wanted.join(' ')}]`
    return { expression, problem: { type: 'invalid', message: `must evaluate to ${choice} but got ${given}` } }
  }
  return { expression, program }
}

function compileOrProblem(environment: Environment, expression: string): Program | PolicyExpressionProblem {
  try {
    const program = environment.compile(expression)
    const name = mutationTypeAsValue(program.ast)
    return name === undefined ? program : notInstantiated(`reference to undefined type: ${name}`)
  } catch (error) {
    // Constants that fail are found after the check of types.
    if (error instanceof CelError) return notInstantiated(error.message)
    if (!(error instanceof CelCompileError)) throw error
    return { type: 'invalid', message: `compilation failed: ${messageOf(error)}` }
  }
}

function notInstantiated(message: string): PolicyExpressionProblem {
  return { type: 'internal', message: `program instantiation failed: ${message}` }
}

/** The types of mutations have no values of their own: `type(x) == Object` cannot be evaluated. */
function mutationTypeAsValue(ast: Program['ast']): string | undefined {
  if (!isChecked(ast)) return undefined
  const pending: Expr[] = [ast.expr]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const reference = node.kind === 'struct' ? undefined : ast.references.get(node.id)
    if (reference?.kind === 'ident' && reference.value instanceof CelType && findMutationType(reference.name)) {
      return reference.name
    }
    pending.push(...childrenOf(node))
  }
  return undefined
}

function isChecked(ast: Program['ast']): ast is CheckedAst {
  return 'references' in ast
}

// upstream: cel-go common/types/types.go, Type.String
function typeName({ name, params, nullable }: CelType): string {
  if (params.length > 0) return `${name}(${params.map(typeName).join(', ')})`
  return nullable ? `wrapper(${name})` : name
}
