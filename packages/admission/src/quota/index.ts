export { createQuotaEvaluators, type QuotaEvaluators } from './create-quota-evaluators.ts'
export type { QuotaEvaluator, QuotaWrite } from './quota-evaluator.ts'
export { computeQuotaUsage, matchesQuota, scopesOf, type QuotaUsageOptions } from './quota-usage.ts'
export {
  addAmounts,
  exceededNames,
  increaseOf,
  maskAmounts,
  printAmounts,
  readAmounts,
  writeAmounts,
  type ResourceAmounts,
} from './resource-amounts.ts'
