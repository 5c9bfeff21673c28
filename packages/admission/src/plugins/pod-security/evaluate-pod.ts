import type { Vocabulary } from '@pinnace/meta'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import { refusal } from '../../refusal.ts'
import type { Violation } from './check.ts'
import { violationDetails, type Evaluate } from './create-evaluator.ts'
import { formatLevelVersion, isSame, type LevelVersion } from './level.ts'
import { errorText, type NamespacePolicy } from './namespace-policy.ts'
import type { PodSecurityMetrics } from './pod-security-metrics.ts'
import type { PodLike } from './pod-specs.ts'

/** Options for {@link evaluatePod}. */
export interface EvaluatePodOptions {
  readonly vocabulary: Vocabulary
  readonly evaluate: Evaluate
  readonly metrics: PodSecurityMetrics
  readonly exemptRuntimeClasses: ReadonlySet<string>
  /** False for pod templates, which are audited and warned of only. */
  readonly isEnforced: boolean
}

/** Enforces, audits and warns by the policy of a namespace. Throws a refusal for a violation of the enforced level. */
// upstream: pod-security-admission/admission/admission.go, EvaluatePod
export function evaluatePod(
  { metadata, spec }: PodLike,
  attributes: AdmissionAttributes,
  { policy, errors }: NamespacePolicy,
  { vocabulary, evaluate, metrics, exemptRuntimeClasses, isEnforced }: EvaluatePodOptions,
): void {
  if (spec === undefined) return
  const prefix = `pod-security.${vocabulary.labelDomain}/`
  if (exemptRuntimeClasses.has(spec.runtimeClassName ?? '')) {
    metrics.exempted(attributes)
    attributes.annotate(`${prefix}exempt`, 'runtimeClass')
    return
  }
  if (errors.length > 0) {
    metrics.failed(false, attributes)
    attributes.annotate(`${prefix}error`, `Failed to parse policy: ${errorText(errors)}`)
  }
  const { enforce, audit, warn } = policy
  const known: { readonly policy: LevelVersion; readonly violations: readonly Violation[] }[] = []
  const violationsOf = (level: LevelVersion): readonly Violation[] => {
    const before = known.find((one) => isSame(one.policy, level))
    if (before !== undefined) return before.violations
    const violations = evaluate(level, spec, metadata)
    known.push({ policy: level, violations })
    return violations
  }
  const refused = isEnforced ? violationsOf(enforce) : []
  if (isEnforced) {
    attributes.annotate(`${prefix}enforce-policy`, formatLevelVersion(enforce))
    metrics.evaluated(refused.length === 0 ? 'allow' : 'deny', enforce, 'enforce', attributes)
  }
  const audited = violationsOf(audit)
  if (audited.length > 0) {
    attributes.annotate(`${prefix}audit-violations`, `would ${violates(audit, audited, 'violate')}`)
    metrics.evaluated('deny', audit, 'audit', attributes)
  }
  if (refused.length > 0) throw refusal(attributes, violates(enforce, refused, 'violates'))
  const warned = violationsOf(warn)
  if (warned.length === 0) return
  attributes.warn(`would ${violates(warn, warned, 'violate')}`)
  metrics.evaluated('deny', warn, 'warn', attributes)
}

function violates(policy: LevelVersion, violations: readonly Violation[], verb: string): string {
  return `${verb} PodSecurity "${formatLevelVersion(policy)}": ${violationDetails(violations)}`
}
