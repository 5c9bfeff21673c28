import { dynType, listType, mapType, structType, type CelType, type Environment, type StructField } from '@pinnace/cel'
import type { PolicyExpressionUse } from '@pinnace/kinds'
import type { Vocabulary } from '@pinnace/meta'
import type { PolicyEnvironments, PolicyNames } from './policy-environment.ts'
import { compilePolicyExpression, type CompiledPolicyExpression } from './policy-expression.ts'

/** The variables of a policy by name, compiled. */
export type CompiledVariables = ReadonlyMap<string, CompiledPolicyExpression>

/** Compiles the expressions of one policy. */
export interface PolicyCompiler {
  /** The variables so far. */
  readonly variables: CompiledVariables
  /** Compiles a variable, which expressions after it may read; also one that does not compile, as dynamic. */
  addVariable(name: string, expression: string): CompiledPolicyExpression
  compile(expression: string, use: PolicyExpressionUse): CompiledPolicyExpression
}

/** Options for {@link createPolicyCompiler}. */
export interface PolicyCompilerOptions {
  readonly vocabulary: Pick<Vocabulary, 'product'>
  /** The environments of an expression. */
  readonly environmentsOf: (expression: string) => PolicyEnvironments
  readonly hasParams: boolean
  /** Whether `variables` can be named even where there are none. */
  readonly hasVariables: boolean
}

/** Creates a compiler with the variables that each sort of expression sees. */
// upstream: apiserver/pkg/admission/plugin/cel/composition.go
export function createPolicyCompiler(options: PolicyCompilerOptions): PolicyCompiler {
  const { vocabulary, environmentsOf, hasParams, hasVariables } = options
  const typeName = `${vocabulary.product}.variables`
  const fields = new Map<string, StructField>()
  const variables = new Map<string, CompiledPolicyExpression>()
  const extended = new Map<Environment, Environment>()
  const environmentFor = (expression: string, use: PolicyExpressionUse): Environment => {
    const environment = environmentsOf(expression).get({ hasParams, ...namesOf(use) })
    if (!hasVariables) return environment
    let found = extended.get(environment)
    if (found === undefined) {
      found = environment.extend({
        variables: { variables: structType(typeName) },
        structs: [{ name: typeName, fields }],
      })
      extended.set(environment, found)
    }
    return found
  }
  const compile = (expression: string, use: PolicyExpressionUse): CompiledPolicyExpression =>
    compilePolicyExpression(environmentFor(expression, use), expression, use)
  return {
    variables,
    addVariable(name, expression) {
      const compiled = compile(expression, 'variable')
      fields.set(name, { type: compiled.program === undefined ? dynType : variableType(compiled.program.type) })
      variables.set(name, compiled)
      return compiled
    },
    compile,
  }
}

function namesOf(use: PolicyExpressionUse): Omit<PolicyNames, 'hasParams'> {
  const hasPatchTypes = use === 'applyConfiguration' || use === 'jsonPatch'
  return { hasAuthorizer: use !== 'message', hasPatchTypes }
}

const keptKinds: ReadonlySet<CelType['kind']> = new Set([
  'any',
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null',
  'string',
  'timestamp',
  'uint',
])

/** The type of a variable as expressions see it: types of libraries and objects are dynamic. */
// upstream: apiserver/pkg/admission/plugin/cel/composition.go, convertCelTypeToDeclType
function variableType(type: CelType): CelType {
  const { kind, nullable } = type
  const [first, second] = type.params
  if (kind === 'list' && first !== undefined) return listType(variableType(first))
  if (kind === 'map' && first !== undefined && second !== undefined) {
    return mapType(variableType(first), variableType(second))
  }
  return keptKinds.has(kind) && !nullable ? type : dynType
}
