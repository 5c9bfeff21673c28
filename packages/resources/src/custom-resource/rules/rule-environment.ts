import {
  compatibilityVersion,
  createEnvironment,
  durationLiterals,
  homogeneousLiterals,
  kubernetesCosts,
  kubernetesLibraries,
  regexLiterals,
  timestampLiterals,
  type Environment,
} from '@pinnace/cel'

/** What each expression of a schema may use besides its own variables. */
export interface RuleEnvironments {
  forRule(expression: string): Environment
  forMessage(expression: string): Environment
}

/** The release whose functions expressions may use. */
const release = '1.36'

/** What rules may use in a version of Kubernetes. */
// upstream: apiserver/pkg/cel/environment/base.go, MustBaseEnvSet
function createRuleEnvironment(version: string): Environment {
  return createEnvironment({
    libraries: kubernetesLibraries(version),
    costs: kubernetesCosts,
    strictPresence: false,
    presenceTestsCost: false,
    strictConstants: true,
    quotedNames: false,
    validators: [durationLiterals, timestampLiterals, regexLiterals, homogeneousLiterals({ exceptWithin: ['format'] })],
  })
}

/** Expressions that are stored may use everything that the server knows. */
export function storedExpressions(): RuleEnvironments {
  const stored = createRuleEnvironment(release)
  return { forRule: () => stored, forMessage: () => stored }
}

/** Options of {@link newExpressions}. */
export interface NewExpressionsOptions {
  /** Rules that are stored already, and may use everything. @default none */
  readonly rules?: ReadonlySet<string>
  /** Message expressions that are stored already, and may use everything. @default none */
  readonly messages?: ReadonlySet<string>
  /** The release whose functions the others may use. @default the one before the newest, so that a server can go back to it */
  readonly compatibleRelease?: string | undefined
}

/** New expressions are limited to the functions of a release; those that are stored already may stay. */
export function newExpressions(options: NewExpressionsOptions = {}): RuleEnvironments {
  const { rules, messages, compatibleRelease = compatibilityVersion(release) } = options
  const all = createRuleEnvironment(release)
  const fresh = createRuleEnvironment(compatibleRelease)
  return {
    forRule: (expression) => (rules?.has(expression) === true ? all : fresh),
    forMessage: (expression) => (messages?.has(expression) === true ? all : fresh),
  }
}
