import type { ApiObject } from '@pinnace/meta'
import type { ResourceQuota, ScopedResourceSelectorRequirement } from '@pinnace/types/core-v1'
import {
  exceededNames,
  increaseOf,
  maskAmounts,
  printAmounts,
  readAmounts,
  addAmounts,
  type ResourceAmounts,
} from '../../quota/resource-amounts.ts'
import { matchesQuota, scopesOf } from '../../quota/quota-usage.ts'
import type { QuotaEvaluator } from '../../quota/quota-evaluator.ts'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import { refusal } from '../../refusal.ts'
import type { LimitedResource } from './limited-resource.ts'

/** The increase of usage of one quota by a write. */
export interface QuotaCharge {
  readonly quota: ResourceQuota
  /** Never empty. */
  readonly more: ResourceAmounts
}

/** Options for {@link chargesOf}. */
export interface ChargesOptions {
  readonly attributes: AdmissionAttributes
  readonly evaluator: QuotaEvaluator
  /** The quotas of the namespace. */
  readonly quotas: readonly ResourceQuota[]
  readonly limited: readonly LimitedResource[]
  readonly nowMs: number
}

const nothing: ResourceAmounts = new Map()

function namesOf({ spec }: ResourceQuota): ReadonlySet<string> {
  return new Set(Object.keys(spec?.hard ?? {}))
}

/**
 * Computes the charges of a write, by quota. Throws refusals that do not depend on current usage: missing requests or
 * limits that a quota requires, and usage of a limited resource without a quota.
 */
// upstream: plugin/resourcequota/controller.go, CheckRequest. The limits are read from the spec, so that they hold
// before a controller has copied them to the status.
export function chargesOf({ attributes, evaluator, quotas, limited, nowMs }: ChargesOptions): readonly QuotaCharge[] {
  const object = attributes.object as ApiObject
  const matching: ResourceQuota[] = []
  const limitedNames = new Set<string>()
  for (const quota of quotas) {
    const names = namesOf(quota)
    if (!matchesQuota(quota, names, object, evaluator)) continue
    const counted = evaluator.matchingNames(names)
    const missing = evaluator.missing(counted, object)
    if (missing !== undefined) throw refusal(attributes, `failed quota: ${quota.metadata.name}: ${missing}`)
    matching.push(quota)
    for (const name of counted) limitedNames.add(name)
  }
  const usage = evaluator.usage(object, nowMs)
  const negative = [...usage].flatMap(([name, { mantissa }]) => (mantissa < 0n ? [name] : [])).sort()
  if (negative.length > 0) {
    throw refusal(attributes, `quota usage is negative for resource(s): ${negative.join(',')}`)
  }
  const before = attributes.oldObject
  const whole = increaseOf(usage, nothing)
  const change = before === undefined ? whole : increaseOf(usage, evaluator.usage(before, nowMs))
  // An object the quota did not count before is charged in full.
  const charges = matching.map((quota) => {
    const wasCounted = before !== undefined && matchesQuota(quota, namesOf(quota), before, evaluator)
    return { quota, more: wasCounted ? change : whole }
  })
  const used = charges.length === 0 ? [change] : charges.map(({ more }) => more)
  if (used.every((more) => more.size === 0)) return []
  refuseUncovered(attributes, evaluator, { usage, quotas, limited, limitedNames })
  return charges.flatMap(({ quota, more }) => {
    const charged = maskAmounts(more, Object.keys(quota.spec?.hard ?? {}))
    return charged.size === 0 ? [] : [{ quota, more: charged }]
  })
}

/** Throws if a charge exceeds a quota. */
export function assertWithin(
  attributes: AdmissionAttributes,
  quota: ResourceQuota,
  used: ResourceAmounts,
  more: ResourceAmounts,
): void {
  const hard = readAmounts(quota.spec?.hard)
  const exceeded = exceededNames(maskAmounts(addAmounts(used, more), more.keys()), hard)
  if (exceeded.length === 0) return
  const [requested, before, limit] = [more, used, hard].map((amounts) => printAmounts(maskAmounts(amounts, exceeded)))
  throw refusal(
    attributes,
    `exceeded quota: ${quota.metadata.name}, requested: ${requested}, used: ${before}, limited: ${limit}`,
  )
}

interface Cover {
  readonly usage: ResourceAmounts
  readonly quotas: readonly ResourceQuota[]
  readonly limited: readonly LimitedResource[]
  readonly limitedNames: ReadonlySet<string>
}

function refuseUncovered(
  attributes: AdmissionAttributes,
  evaluator: QuotaEvaluator,
  { usage, quotas, limited, limitedNames }: Cover,
): void {
  if (limited.length === 0) return
  const { group, resource } = attributes.resource
  const parts = limited
    .filter((one) => one.apiGroup === group && one.resource === resource)
    .flatMap(({ matchContains }) => matchContains)
  const uncovered = [...usage].flatMap(([name, { mantissa }]) =>
    mantissa > 0n && !limitedNames.has(name) && parts.some((part) => name.includes(part)) ? [name] : [],
  )
  if (uncovered.length > 0) {
    throw refusal(attributes, `insufficient quota to consume: ${uncovered.sort().join(',')}`)
  }
  const object = attributes.object as ApiObject
  const covered = new Set(
    quotas
      .flatMap(scopesOf)
      .filter((scope) => evaluator.matchesScope(scope, object))
      .map(({ scopeName }) => scopeName),
  )
  const bare = limited
    .flatMap(({ matchScopes }) => matchScopes)
    .filter((scope) => !covered.has(scope.scopeName) && evaluator.matchesScope(scope, object))
  if (bare.length === 0) return
  throw refusal(attributes, `insufficient quota to match these scopes: [${bare.map(printScope).join(' ')}]`)
}

function printScope({ scopeName, operator, values = [] }: ScopedResourceSelectorRequirement): string {
  return `{${scopeName} ${operator} [${values.join(' ')}]}`
}
