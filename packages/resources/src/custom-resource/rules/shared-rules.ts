import { formatJson, type FieldErrors } from '@pinnace/meta'
import type { RuleSource } from '../rule-source.ts'
import { createWeakCache } from '../weak-cache.ts'
import { evaluateRules, type ChangedValue, type EvaluateRulesOptions } from './evaluate-rules.ts'
import { createRuleTree, type RuleTree } from './rule-tree.ts'

/** The compiled rules of a schema. */
export interface SharedRules {
  readonly tree: RuleTree | undefined
  /** Adds what violates the rules. Can be interrupted. */
  evaluate(value: ChangedValue, errors: FieldErrors, options: EvaluateRulesOptions): Generator<void>
}

// A memo, not state: schemas that say the same have the same rules, whatever server they are served by.
const compiled = createWeakCache<SharedRules>()

/** The rules of a schema, compiled once for all servers of the process. */
export function shareRules({ props, names }: RuleSource): SharedRules {
  return compiled.get(`${names.prefix}${formatJson(props)}`, () => {
    const tree = createRuleTree(props, names)
    return {
      tree,
      *evaluate(value, errors, options) {
        if (tree !== undefined) yield* evaluateRules(tree, value, errors, options)
      },
    }
  })
}
