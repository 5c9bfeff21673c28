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

/**
 * New expressions are held to the functions of the release before, so that a server can go back to it; those that are
 * stored already may stay.
 */
export function newExpressions(stored: {
  readonly rules: ReadonlySet<string>
  readonly messages: ReadonlySet<string>
}): RuleEnvironments {
  const all = createRuleEnvironment(release)
  const fresh = createRuleEnvironment(compatibilityVersion(release))
  return {
    forRule: (expression) => (stored.rules.has(expression) ? all : fresh),
    forMessage: (expression) => (stored.messages.has(expression) ? all : fresh),
  }
}
