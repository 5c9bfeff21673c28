import type { PolicyExpressionNames } from '@pinnace/kinds'
import type { ValidatingAdmissionPolicySpec } from '@pinnace/types/admissionregistration-v1'
import type { CompiledVariables, PolicyCompiler } from '../expressions/policy-compiler.ts'
import type { CompiledPolicyExpression } from '../expressions/policy-expression.ts'

/** The expressions of a validating policy, compiled; those that do not compile fail when they are evaluated. */
export interface CompiledValidatingPolicy {
  readonly variables: CompiledVariables
  readonly conditions: readonly CompiledPolicyExpression[]
  readonly validations: readonly CompiledPolicyExpression[]
  /** One for each validation; undefined where it has none. */
  readonly messages: readonly (CompiledPolicyExpression | undefined)[]
  readonly auditAnnotations: readonly CompiledPolicyExpression[]
}

/** Compiles a validating policy. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/plugin.go, compilePolicy
export function compileValidatingPolicy(
  spec: ValidatingAdmissionPolicySpec,
  createCompiler: (choice: PolicyExpressionNames) => PolicyCompiler,
): CompiledValidatingPolicy {
  const { variables = [], matchConditions = [], validations = [], auditAnnotations = [], paramKind } = spec
  const compiler = createCompiler({ hasParams: paramKind !== undefined, hasVariables: variables.length > 0 })
  for (const { name, expression } of variables) compiler.addVariable(name, expression)
  return {
    variables: compiler.variables,
    conditions: matchConditions.map(({ expression }) => compiler.compile(expression, 'condition')),
    validations: validations.map(({ expression }) => compiler.compile(expression, 'validation')),
    messages: validations.map(({ messageExpression: expression = '' }) =>
      expression === '' ? undefined : compiler.compile(expression, 'message'),
    ),
    auditAnnotations: auditAnnotations.map(({ valueExpression }) =>
      compiler.compile(valueExpression.trim(), 'auditAnnotation'),
    ),
  }
}
