import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { violationReasons, type Evaluate } from './create-evaluator.ts'
import { formatLevelVersion, type LevelVersion } from './level.ts'

/** Options for {@link warnOfExistingPods}. */
export interface ExistingPodsOptions {
  readonly context: Pick<PluginContext, 'objects' | 'clock' | 'onError'>
  readonly evaluate: Evaluate
  readonly enforce: LevelVersion
  readonly exemptRuntimeClasses: ReadonlySet<string>
}

const pods = { group: '', resource: 'pods' }

/** Most pods that are checked. */
const maxPods = 3000

/** The time limit of the check; also at most half of the time left for the request. */
const maxMs = 1000

/** Warns of existing pods of a namespace that violate its new enforce level. */
// upstream: pod-security-admission/admission/admission.go, EvaluatePodsInNamespace
export function warnOfExistingPods(attributes: AdmissionAttributes, options: ExistingPodsOptions): Awaitable<void> {
  const { objects, clock, onError } = options.context
  const { deadlineMs = Infinity, namespace } = attributes
  const startedMs = clock.monotonic()
  const endMs = startedMs + Math.min(maxMs, (deadlineMs - startedMs) / 2)
  const warn = (found: readonly Pod[]): void => {
    for (const text of warnings(found, attributes, endMs, options)) attributes.warn(text)
  }
  const failed = (error: unknown): void => {
    onError(error, `failed to list pods of namespace ${namespace}`)
    attributes.warn('failed to list pods while checking new PodSecurity enforce level')
  }
  try {
    const listed = objects.list<Pod>(pods, namespace)
    return listed instanceof Promise ? listed.then(warn, failed) : thenMaybe(listed, warn)
  } catch (error) {
    failed(error)
  }
}

/** Pods with the same violations. */
interface PodGroup {
  /** The first name in order. */
  name: string
  count: number
}

function warnings(
  found: readonly Pod[],
  { namespace, signal }: AdmissionAttributes,
  endMs: number,
  { context: { clock }, evaluate, enforce, exemptRuntimeClasses }: ExistingPodsOptions,
): readonly string[] {
  const sorted = prioritizePods(found, exemptRuntimeClasses)
  const groups = new Map<string, PodGroup>()
  let checked = 0
  for (const { metadata, spec } of sorted) {
    if (checked === maxPods) break
    checked++
    const violations = spec === undefined ? [] : evaluate(enforce, spec, metadata)
    if (violations.length > 0) {
      const name = metadata.name ?? ''
      const reasons = violationReasons(violations)
      const group = groups.get(reasons)
      if (group === undefined) groups.set(reasons, { name, count: 1 })
      else {
        group.count++
        if (name < group.name) group.name = name
      }
    }
    if (signal?.aborted === true || clock.monotonic() >= endMs) break
  }
  const texts: string[] = []
  if (checked < sorted.length) {
    texts.push(
      `new PodSecurity enforce level only checked against the first ${checked} of ${sorted.length} existing pods`,
    )
  }
  if (groups.size > 0) {
    const level = formatLevelVersion(enforce)
    texts.push(`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${level}"`)
  }
  const lines = [...groups].map(([reasons, { name, count }]) => `${name}${others(count - 1)}: ${reasons}`)
  return [...texts, ...lines.sort()]
}

function others(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' (and 1 other pod)' : ` (and ${count} other pods)`
}

/** Orders pods so that one pod of every controller comes first: the others are like it. */
// upstream: prioritizePods
function prioritizePods(found: readonly Pod[], exemptRuntimeClasses: ReadonlySet<string>): readonly Pod[] {
  const first: Pod[] = []
  const later: Pod[] = []
  const seen = new Set<string>()
  for (const pod of found) {
    if (exemptRuntimeClasses.has(pod.spec?.runtimeClassName ?? '')) continue
    const controller = pod.metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid
    if (controller === undefined || !seen.has(controller)) first.push(pod)
    else later.push(pod)
    if (controller !== undefined) seen.add(controller)
  }
  return [...first, ...later]
}
