import type { HorizontalPodAutoscaler, HPAScalingRules } from '@pinnace/types/autoscaling-v2'

/** What an autoscaler has recommended and done. Entries older than the longest period are dropped. */
export interface ScalingHistory {
  readonly recommendations: { readonly atMs: number; readonly replicas: number }[]
  readonly changes: { readonly atMs: number; readonly replicas: number }[]
}

/** The replicas to set, and why they are not those that the metrics ask for. */
export interface LimitedChange {
  readonly replicas: number
  readonly isLimited: boolean
  readonly reason: string
  readonly message: string
}

/** The longest period that behavior may have, in milliseconds. */
const longestMs = 3_600_000

/** Limits a change by the stabilization windows and policies of the behavior, and by the numbers of the spec. */
// upstream: pkg/controller/podautoscaler/horizontal.go, normalizeDesiredReplicasWithBehaviors
export function limitChange(
  wanted: number,
  { spec }: HorizontalPodAutoscaler,
  facts: { readonly current: number; readonly nowMs: number; readonly history: ScalingHistory },
): LimitedChange {
  const { current, nowMs, history } = facts
  const { recommendations } = history
  recommendations.push({ atMs: nowMs, replicas: wanted })
  while ((recommendations[0]?.atMs ?? nowMs) < nowMs - longestMs) recommendations.shift()
  const { scaleUp, scaleDown } = spec.behavior ?? {}
  const within = (windowSeconds: number): readonly number[] =>
    recommendations.filter(({ atMs }) => atMs >= nowMs - windowSeconds * 1000).map(({ replicas }) => replicas)
  const lowest = Math.min(wanted, ...within(scaleUp?.stabilizationWindowSeconds ?? 0))
  const highest = Math.max(wanted, ...within(scaleDown?.stabilizationWindowSeconds ?? 300))
  const stable = Math.min(Math.max(current, lowest), highest)
  const { minReplicas = 1, maxReplicas } = spec
  if (stable > current) {
    const allowed = Math.max(current, changeLimit(scaleUp ?? defaultUp, 1, facts))
    if (Math.min(stable, maxReplicas) > allowed) {
      return limited(
        allowed,
        'ScaleUpLimit',
        'the desired replica count is increasing faster than the maximum scale rate',
      )
    }
  } else if (stable < current) {
    const allowed = Math.min(current, Math.max(0, changeLimit(scaleDown ?? defaultDown, -1, facts)))
    if (Math.max(stable, minReplicas) < allowed) {
      return limited(
        allowed,
        'ScaleDownLimit',
        'the desired replica count is decreasing faster than the maximum scale rate',
      )
    }
  }
  if (stable > maxReplicas) {
    return limited(maxReplicas, 'TooManyReplicas', 'the desired replica count is more than the maximum replica count')
  }
  if (stable < minReplicas) {
    return limited(minReplicas, 'TooFewReplicas', 'the desired replica count is less than the minimum replica count')
  }
  if (stable !== wanted) {
    const direction = stable > wanted ? 'ScaleDownStabilized' : 'ScaleUpStabilized'
    return { replicas: stable, isLimited: false, reason: direction, message: 'recent recommendations differ' }
  }
  const message = 'the desired count is within the acceptable range'
  return { replicas: stable, isLimited: false, reason: 'DesiredWithinRange', message }
}

function limited(replicas: number, reason: string, message: string): LimitedChange {
  return { replicas, isLimited: true, reason, message }
}

// upstream: pkg/apis/autoscaling/v2/defaults.go
const defaultUp: HPAScalingRules = {
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
}
const defaultDown: HPAScalingRules = { policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] }

/** The number of replicas that the policies of one direction allow now. */
function changeLimit(
  { selectPolicy = 'Max', policies = [] }: HPAScalingRules,
  sign: 1 | -1,
  { current, nowMs, history }: { readonly current: number; readonly nowMs: number; readonly history: ScalingHistory },
): number {
  if (selectPolicy === 'Disabled') return current
  const limits = policies.map(({ type, value, periodSeconds }) => {
    const recent = history.changes.filter(({ atMs }) => atMs > nowMs - periodSeconds * 1000)
    const changed = recent.map(({ replicas }) => replicas).filter((change) => Math.sign(change) === sign)
    const start = current - changed.reduce((sum, change) => sum + change, 0)
    if (type === 'Pods') return start + sign * value
    return sign === 1 ? Math.ceil(start * (1 + value / 100)) : Math.floor(start * (1 - value / 100))
  })
  const pick = (selectPolicy === 'Max') === (sign === 1) ? Math.max : Math.min
  return limits.length === 0 ? current : pick(...limits)
}

/** Remembers a change, and forgets those that no period reaches. */
export function recordChange({ changes }: ScalingHistory, replicas: number, nowMs: number): void {
  changes.push({ atMs: nowMs, replicas })
  while ((changes[0]?.atMs ?? nowMs) < nowMs - longestMs) changes.shift()
}
