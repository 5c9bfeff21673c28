import { setMember, type Mutable } from '@pinnace/meta'
import type { LimitRange } from '@pinnace/types/core-v1'
import type { Container } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Amounts } from './amounts.ts'

interface Defaults {
  readonly requests: Amounts
  readonly limits: Amounts
}

/** Gives containers the requests and limits they leave out, and writes down in an annotation which. */
// upstream: limitranger/admission.go, PodMutateLimitFunc
export function applyDefaults(pod: Mutable<Pod>, limitRange: LimitRange, annotation: string): void {
  const defaults = defaultsOf(limitRange)
  if (defaults === undefined) return
  const filled: string[] = []
  for (const container of pod.spec!.containers) fill(container, 'container', defaults, filled)
  for (const container of pod.spec!.initContainers ?? []) fill(container, 'init container', defaults, filled)
  if (filled.length === 0) return
  const annotations = (pod.metadata.annotations ??= {})
  annotations[annotation] = `LimitRanger plugin set: ${filled.join('; ')}`
}

function defaultsOf({ spec }: LimitRange): Defaults | undefined {
  const items = spec?.limits.filter((item) => item.type === 'Container' && (item.default ?? item.defaultRequest)) ?? []
  if (items.length === 0) return undefined
  return {
    requests: Object.assign(Object.create(null), ...items.map((item) => item.defaultRequest)) as Amounts,
    limits: Object.assign(Object.create(null), ...items.map((item) => item.default)) as Amounts,
  }
}

function fill(container: Mutable<Container>, what: string, defaults: Defaults, filled: string[]): void {
  for (const [list, singular] of [
    ['requests', 'request'],
    ['limits', 'limit'],
  ] as const) {
    const present = container.resources?.[list]
    const missing = Object.keys(defaults[list]).filter((name) => present === undefined || !Object.hasOwn(present, name))
    if (missing.length === 0) continue
    const amounts = ((container.resources ??= {})[list] ??= {})
    for (const name of missing) setMember(amounts, name, defaults[list][name]!)
    filled.push(`${missing.toSorted().join(', ')} ${singular} for ${what} ${container.name}`)
  }
}
