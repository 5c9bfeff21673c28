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

/** What a user is allowed, as far as it can be listed. */
export interface RulesReview {
  readonly resourceRules: readonly ResourceRule[]
  readonly nonResourceRules: readonly NonResourceRule[]
  /** True where the lists do not contain everything that is allowed. */
  readonly incomplete: boolean
  /** The errors of the evaluation; empty without any. */
  readonly evaluationError: string
}

/** Lists what a user is allowed in a namespace and on cluster-scoped resources. */
export type RuleResolver = (user: UserInfo, namespace: string) => Promise<RulesReview> | RulesReview

/** An empty and complete list. */
export const noRules: RulesReview = Object.freeze({
  resourceRules: Object.freeze([]),
  nonResourceRules: Object.freeze([]),
  incomplete: false,
  evaluationError: '',
})

/** Combines the lists of several authorizers; the result is incomplete where one of them is. */
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

/** The list of an authorizer that allows everything. */
export const allRules: RuleResolver = () => ({
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
  evaluationError: '',
})

/** Joins messages: each once, more than one in brackets. */
// upstream: apimachinery/pkg/util/errors, aggregate.Error
export function aggregate(messages: readonly string[]): string {
  const distinct = [...new Set(messages)]
  return distinct.length < 2 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`
}
