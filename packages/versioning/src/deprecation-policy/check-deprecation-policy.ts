import type { ApiHistory } from './api-history.ts'
import {
  flagsWarn,
  gatesWarn,
  keepsBehaviors,
  keepsFlags,
  keepsGates,
  keepsMetrics,
  metricsLive,
} from './element-rules.ts'
import type { PolicyBreak, PolicyRule, PolicyRuleName } from './policy-break.ts'
import { readHistory } from './read-history.ts'
import { advancesLater, keepsElements, outlivesDeprecation, roundTrips, staysAsStable } from './version-rules.ts'

/** Every rule, in the order of the policy. */
// source: the specification, deprecation rules
const rules: Readonly<Record<PolicyRuleName, PolicyRule>> = {
  '1': keepsElements,
  '2': roundTrips,
  '3': staysAsStable,
  '4a': outlivesDeprecation,
  '4b': advancesLater,
  '5a': keepsFlags('user'),
  '5b': keepsFlags('admin'),
  '6': flagsWarn,
  '7': keepsBehaviors,
  '8': keepsGates,
  '9': gatesWarn,
  '9a': metricsLive,
  '9b': keepsMetrics,
}

const order: readonly PolicyRuleName[] = ['1', '2', '3', '4a', '4b', '5a', '5b', '6', '7', '8', '9', '9a', '9b']

/**
 * Every place where a history of releases breaks the deprecation policy, rule by rule: none for one that keeps it. Pure: a
 * build calls it with what it releases and fails on what comes back. Throws a TypeError for a history that cannot be read.
 *
 * @example
 * const breaks = checkDeprecationPolicy({ releases: [released, next] })
 * if (breaks.length > 0) throw new Error(breaks.map(({ rule, element, message }) => `${rule}: ${element}: ${message}`).join('\n'))
 */
export function checkDeprecationPolicy(history: ApiHistory): readonly PolicyBreak[] {
  const read = readHistory(history)
  return order.flatMap((rule) => rules[rule](read))
}
