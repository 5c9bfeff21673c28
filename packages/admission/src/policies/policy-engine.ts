import type { PolicyExpressionNames } from '@pinnace/kinds'
import { BoundedMap, type Vocabulary } from '@pinnace/meta'
import type {
  MutatingAdmissionPolicySpec,
  ValidatingAdmissionPolicySpec,
} from '@pinnace/types/admissionregistration-v1'
import { createPolicyCompiler, type PolicyCompiler } from './expressions/policy-compiler.ts'
import { createPolicyEnvironments } from './expressions/policy-environment.ts'
import { compileMutatingPolicy, type CompiledMutatingPolicy } from './mutating/compile-mutating-policy.ts'
import { compileValidatingPolicy, type CompiledValidatingPolicy } from './validating/compile-validating-policy.ts'

/** Compiles policies. A spec is compiled once, for all servers of a vocabulary. */
export interface PolicyEngine {
  validating(spec: ValidatingAdmissionPolicySpec): CompiledValidatingPolicy
  mutating(spec: MutatingAdmissionPolicySpec): CompiledMutatingPolicy
  /** A compiler for the expressions of one policy. */
  compiler(options: PolicyExpressionNames): PolicyCompiler
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
    createPolicyCompiler({ vocabulary, environments, ...choice })
  return {
    validating: compiledOnce((spec) => compileValidatingPolicy(spec, compiler)),
    mutating: compiledOnce((spec) => compileMutatingPolicy(spec, compiler)),
    compiler,
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
