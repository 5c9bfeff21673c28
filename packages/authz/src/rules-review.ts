import type { UserInfo } from '@pinnace/meta'

/** Verbs on resources, as a rules review lists them. */
export interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** Verbs on paths, as a rules review lists them. */
export interface NonResourceRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** What a user may do, as far as it can be listed. */
export interface RulesReview {
  readonly resourceRules: readonly ResourceRule[]
  readonly nonResourceRules: readonly NonResourceRule[]
  /** True where there is more than the lists tell. */
  readonly incomplete: boolean
  /** What went wrong on the way; empty for nothing. */
  readonly evaluationError: string
}

/** Lists what a user may do in a namespace and outside of any. */
export type RuleResolver = (user: UserInfo, namespace: string) => Promise<RulesReview> | RulesReview

/** Nothing is known to be allowed, and nothing is left out. */
export const noRules: RulesReview = Object.freeze({
  resourceRules: Object.freeze([]),
  nonResourceRules: Object.freeze([]),
  incomplete: false,
  evaluationError: '',
})

/** The rules of several authorizers: the sum of the lists, incomplete where one of them is. */
// upstream: apiserver/pkg/authorization/union, RulesFor
export function combineRules(resolvers: readonly RuleResolver[]): RuleResolver {
  return async (user, namespace) => {
    const reviews = await Promise.all(resolvers.map((resolve) => resolve(user, namespace)))
    const errors = reviews.map(({ evaluationError }) => evaluationError).filter((text) => text !== '')
    return {
      resourceRules: reviews.flatMap(({ resourceRules }) => resourceRules),
      nonResourceRules: reviews.flatMap(({ nonResourceRules }) => nonResourceRules),
      incomplete: reviews.some(({ incomplete }) => incomplete),
      evaluationError: aggregate(errors),
    }
  }
}

/** Rules of an authorizer that allows everything. */
export const allRules: RuleResolver = () => ({
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
  evaluationError: '',
})

/** Several messages as one: equal ones once, more than one in brackets. */
// upstream: apimachinery/pkg/util/errors, aggregate.Error
export function aggregate(messages: readonly string[]): string {
  const distinct = [...new Set(messages)]
  return distinct.length < 2 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`
}
