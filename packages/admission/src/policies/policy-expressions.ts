import type { PolicyExpressions } from '@pinnace/kinds'
import type { Vocabulary } from '@pinnace/meta'
import type { PolicyEngine } from './policy-engine.ts'

/** Checks the expressions of policies as they are written; the expression language is loaded with the first policy. */
export function policyExpressions(vocabulary: Vocabulary): PolicyExpressions {
  let loaded: PolicyEngine | undefined
  const load = async (): Promise<void> => {
    const { policyEngine } = await import('./load-policies.ts')
    loaded ??= policyEngine(vocabulary)
  }
  return {
    load: () => (loaded === undefined ? load() : undefined),
    open(names) {
      if (loaded === undefined) throw new Error('expressions are compiled before their engine is loaded')
      const compiler = loaded.compiler(names)
      return {
        addVariable: (name, expression) => compiler.addVariable(name, expression).problem,
        check: (expression, use) => compiler.compile(expression, use).problem,
      }
    },
  }
}
