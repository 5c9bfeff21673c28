import { compatibilityVersion } from '@pinnace/cel'
import type { PolicyExpressionNames } from '@pinnace/kinds'
import { BoundedMap, type Vocabulary } from '@pinnace/meta'
import type {
  MutatingAdmissionPolicySpec,
  ValidatingAdmissionPolicySpec,
} from '@pinnace/types/admissionregistration-v1'
import { createPolicyCompiler, type PolicyCompiler } from './expressions/policy-compiler.ts'
import { createPolicyEnvironments, newestRelease, type PolicyEnvironments } from './expressions/policy-environment.ts'
import { compileMutatingPolicy, type CompiledMutatingPolicy } from './mutating/compile-mutating-policy.ts'
import { compileValidatingPolicy, type CompiledValidatingPolicy } from './validating/compile-validating-policy.ts'

/** Compiles policies. A spec is compiled once, for all servers of a vocabulary. */
export interface PolicyEngine {
  validating(spec: ValidatingAdmissionPolicySpec): CompiledValidatingPolicy
  mutating(spec: MutatingAdmissionPolicySpec): CompiledMutatingPolicy
  /** A compiler that checks the expressions of one policy as it is written. */
  checker(names: PolicyExpressionNames, options: CheckerOptions): PolicyCompiler
}

/** What the expressions of a policy that is written may use. */
export interface CheckerOptions {
  /** Expressions that are stored already, which may use everything. */
  readonly stored: ReadonlySet<string>
  /** The release whose functions new expressions may use. @default the one before the newest */
  readonly compatibleRelease: string | undefined
}

/** Specs that are kept compiled; the oldest is evicted first. */
const maxCompiled = 1024

const engines = new WeakMap<Vocabulary, PolicyEngine>()

/** The engine of a vocabulary. */
export function policyEngine(vocabulary: Vocabulary): PolicyEngine {
  let engine = engines.get(vocabulary)
  if (engine === undefined) engines.set(vocabulary, (engine = createPolicyEngine(vocabulary)))
  return engine
}

function createPolicyEngine(vocabulary: Vocabulary): PolicyEngine {
  const environments = createPolicyEnvironments(vocabulary)
  const compiler = (choice: PolicyExpressionNames): PolicyCompiler =>
    createPolicyCompiler({ vocabulary, environmentsOf: () => environments, ...choice })
  // One for each release that servers of this process emulate.
  const compatible = new Map<string, PolicyEnvironments>()
  const environmentsOfRelease = (release: string): PolicyEnvironments => {
    const known = compatible.get(release) ?? createPolicyEnvironments(vocabulary, release)
    compatible.set(release, known)
    return known
  }
  return {
    validating: compiledOnce((spec) => compileValidatingPolicy(spec, compiler)),
    mutating: compiledOnce((spec) => compileMutatingPolicy(spec, compiler)),
    checker(names, { stored, compatibleRelease = compatibilityVersion(newestRelease) }) {
      const fresh = environmentsOfRelease(compatibleRelease)
      const environmentsOf = (expression: string): PolicyEnvironments => (stored.has(expression) ? environments : fresh)
      return createPolicyCompiler({ vocabulary, environmentsOf, ...names })
    },
  }
}

/** Compiles a spec once, also where it comes as another object with the same content. */
function compiledOnce<Spec extends object, Compiled extends object>(
  compile: (spec: Spec) => Compiled,
): (spec: Spec) => Compiled {
  const byObject = new WeakMap<Spec, Compiled>()
  const byText = new BoundedMap<string, Compiled>({ maxEntries: maxCompiled, evict: 'oldest' })
  return (spec) => {
    let compiled = byObject.get(spec)
    if (compiled === undefined) {
      const text = JSON.stringify(spec)
      compiled = byText.get(text) ?? compile(spec)
      byText.set(text, compiled)
      byObject.set(spec, compiled)
    }
    return compiled
  }
}
