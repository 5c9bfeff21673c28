import type { GroupVersionKind, Vocabulary } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import type { ExpressionWarning, ValidatingAdmissionPolicySpec } from '@pinnace/types/admissionregistration-v1'
import { createPolicyCompiler } from '../expressions/policy-compiler.ts'
import { createTypedEnvironment } from '../expressions/policy-environment.ts'
import { SchemaTypes } from './schema-types.ts'

/** A kind with its schema. */
export interface TypedKind {
  readonly kind: GroupVersionKind
  readonly schema: ObjectSchema
}

/** The kinds that a policy is checked with. */
export interface CheckedKinds {
  /** Kinds that the policy matches. */
  readonly objects: readonly TypedKind[]
  /** The kind of its parameters; undefined where it has none, or where it is not known. */
  readonly params: TypedKind | undefined
}

/** What is wrong with the expressions of a policy, were objects of these kinds judged by it. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/typechecking.go, Check
export function checkPolicyTypes(
  { validations = [], variables = [] }: ValidatingAdmissionPolicySpec,
  { objects, params }: CheckedKinds,
  vocabulary: Vocabulary,
): readonly ExpressionWarning[] {
  const checkers = objects.map(({ kind, schema }) => {
    const types = new SchemaTypes()
    const object = types.add(kind.kind, schema)
    const param = params === undefined ? undefined : types.add(`params ${params.kind.kind}`, params.schema)
    const environment = createTypedEnvironment(vocabulary, { object, params: param, findStruct: types.find })
    const compiler = createPolicyCompiler({
      vocabulary,
      environmentsOf: () => ({ get: () => environment }),
      hasParams: param !== undefined,
      hasVariables: true,
    })
    for (const { name, expression } of variables) compiler.addVariable(name, expression)
    return (expression: string): readonly string[] => {
      const { problem } = compiler.compile(expression, 'variable')
      return problem === undefined ? [] : [`${kind.group}/${kind.version}, Kind=${kind.kind}: ${problem.message}\n`]
    }
  })
  const warningsOf = (fieldRef: string, expression: string): readonly ExpressionWarning[] => {
    const warnings = checkers.flatMap((check) => check(expression))
    return warnings.length === 0 ? [] : [{ fieldRef, warning: warnings.join('\n') }]
  }
  return validations.flatMap(({ expression, messageExpression = '' }, index) => [
    ...warningsOf(`spec.validations[${index}].expression`, expression),
    ...(messageExpression === '' ? [] : warningsOf(`spec.validations[${index}].messageExpression`, messageExpression)),
  ])
}
