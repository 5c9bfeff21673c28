import {
  durationLiterals,
  homogeneousLiterals,
  regexLiterals,
  timestampLiterals,
} from '../../check/literal-validators.ts'
import { createEnvironment, type Environment, type EnvironmentOptions } from '../../environment/environment.ts'
import { CelError, type Program } from '../../evaluate/program.ts'
import { CelCompileError } from '../../issues.ts'
import type { CelType } from '../../values/value.ts'
import { kubernetesCosts } from './costs.ts'
import { kubernetesLibraries } from './kubernetes-libraries.ts'

/** Options of {@link createKubernetesEnvironment}. */
export interface KubernetesEnvironmentOptions extends Pick<EnvironmentOptions, 'variables' | 'structs' | 'functions'> {
  /** The version of Kubernetes whose functions expressions may use. @default '1.36' */
  readonly version?: string
}

/** Creates an environment with the functions, costs and rules that expressions have in Kubernetes. */
// upstream: apiserver/pkg/cel/environment/base.go
export function createKubernetesEnvironment(options: KubernetesEnvironmentOptions): Environment {
  const { version = '1.36', ...declarations } = options
  return createEnvironment({
    ...declarations,
    libraries: kubernetesLibraries(version),
    costs: kubernetesCosts,
    validators: [durationLiterals, timestampLiterals, regexLiterals, homogeneousLiterals({ exceptWithin: ['format'] })],
    strictPresence: false,
    presenceTestsCost: false,
    strictConstants: true,
    quotedNames: false,
  })
}

/** Why an expression cannot be used. */
export interface ExpressionProblem {
  readonly message: string
  /** Whether it is no mistake of types or syntax: constants that cannot be converted are found later. */
  readonly isInternal: boolean
}

/** A compiled expression, or why there is none. */
export type Compilation =
  | { readonly program: Program; readonly problem?: undefined }
  | { readonly program?: undefined; readonly problem: ExpressionProblem }

/**
 * Compiles an expression. The problems have the words of kube-apiserver.
 * @param result the type that its value must have; undefined accepts any
 */
export function compileExpression(environment: Environment, expression: string, result?: CelType): Compilation {
  try {
    const program = environment.compile(expression)
    if (result === undefined || program.type === result) return { program }
    return invalid(`must evaluate to ${nameOf(result)} but got ${nameOf(program.type)}`)
  } catch (error) {
    if (error instanceof CelError) {
      return { problem: { message: `program instantiation failed: ${error.message}`, isInternal: true } }
    }
    if (error instanceof CelCompileError) return invalid(`compilation failed: ${error.message}`)
    throw error
  }
}

// Messages of kube-apiserver name types as they are declared, `google.protobuf.Duration`; those of cel-go say `duration`.
function nameOf({ name, params }: CelType): string {
  return params.length === 0 ? name : `${name}(${params.map(nameOf).join(', ')})`
}

function invalid(message: string): Compilation {
  return { problem: { message, isInternal: false } }
}
