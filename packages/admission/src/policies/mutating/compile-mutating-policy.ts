import type { PolicyExpressionNames } from '@pinnace/kinds'
import type { MutatingAdmissionPolicySpec } from '@pinnace/types/admissionregistration-v1'
import type { CompiledVariables, PolicyCompiler } from '../expressions/policy-compiler.ts'
import type { CompiledPolicyExpression } from '../expressions/policy-expression.ts'

/** One mutation, compiled. */
export interface CompiledMutation {
  readonly type: 'applyConfiguration' | 'jsonPatch'
  readonly expression: CompiledPolicyExpression
}

/** The expressions of a mutating policy, compiled; those that do not compile fail when they are evaluated. */
export interface CompiledMutatingPolicy {
  readonly variables: CompiledVariables
  readonly conditions: readonly CompiledPolicyExpression[]
  readonly mutations: readonly CompiledMutation[]
}

/** Compiles a mutating policy. */
// upstream: apiserver/pkg/admission/plugin/policy/mutating/compilation.go
export function compileMutatingPolicy(
  spec: MutatingAdmissionPolicySpec,
  createCompiler: (choice: PolicyExpressionNames) => PolicyCompiler,
): CompiledMutatingPolicy {
  const { variables = [], matchConditions = [], mutations = [], paramKind } = spec
  const compiler = createCompiler({ hasParams: paramKind !== undefined, hasVariables: true })
  for (const { name, expression } of variables) compiler.addVariable(name, expression)
  return {
    variables: compiler.variables,
    conditions: matchConditions.map(({ expression }) => compiler.compile(expression, 'condition')),
    mutations: mutations.map(({ patchType, jsonPatch, applyConfiguration }): CompiledMutation => {
      const type = patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration'
      const { expression = '' } = (type === 'jsonPatch' ? jsonPatch : applyConfiguration) ?? {}
      return { type, expression: compiler.compile(expression, type) }
    }),
  }
}
