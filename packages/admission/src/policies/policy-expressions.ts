import type { PolicyExpressions } from '@pinnace/kinds'
import type { Vocabulary } from '@pinnace/meta'
import type { PolicyEngine } from './policy-engine.ts'

/**
 * Checks the expressions of policies as they are written; the expression language is loaded with the first policy.
 * New expressions may use the functions of `compatibleRelease`, by default those of the release before the newest.
 */
export function policyExpressions(vocabulary: Vocabulary, compatibleRelease?: string): PolicyExpressions {
  let loaded: PolicyEngine | undefined
  const load = async (): Promise<void> => {
    const { policyEngine } = await import('./load-policies.ts')
    loaded ??= policyEngine(vocabulary)
  }
  return {
    load: () => (loaded === undefined ? load() : undefined),
    open(names, stored) {
      if (loaded === undefined) throw new Error('expressions are compiled before their engine is loaded')
      const compiler = loaded.checker(names, { stored, compatibleRelease })
      return {
        addVariable: (name, expression) => compiler.addVariable(name, expression).problem,
        check: (expression, use) => compiler.compile(expression, use).problem,
      }
    },
  }
}
