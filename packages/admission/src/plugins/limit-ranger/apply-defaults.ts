import { setMember, type Mutable } from '@pinnace/meta'
import type { LimitRange } from '@pinnace/types/core-v1'
import type { Container } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ResourceList } from './quantities.ts'

interface Defaults {
  readonly requests: ResourceList
  readonly limits: ResourceList
}

/** Sets the default requests and limits of containers, and records them in an annotation. */
// upstream: limitranger/admission.go, PodMutateLimitFunc
export function applyDefaults(pod: Mutable<Pod>, limitRange: LimitRange, annotation: string): void {
  const defaults = defaultsOf(limitRange)
  if (defaults === undefined) return
  const filled: string[] = []
  const { containers = [], initContainers = [] } = pod.spec ?? {}
  for (const container of containers) fill(container, 'container', defaults, filled)
  for (const container of initContainers) fill(container, 'init container', defaults, filled)
  if (filled.length === 0) return
  const annotations = (pod.metadata.annotations ??= {})
  annotations[annotation] = `LimitRanger plugin set: ${filled.join('; ')}`
}

function defaultsOf({ spec }: LimitRange): Defaults | undefined {
  const items = spec?.limits?.filter((item) => item.type === 'Container' && (item.default ?? item.defaultRequest)) ?? []
  if (items.length === 0) return undefined
  return {
    requests: Object.assign(Object.create(null), ...items.map((item) => item.defaultRequest)) as ResourceList,
    limits: Object.assign(Object.create(null), ...items.map((item) => item.default)) as ResourceList,
  }
}

function fill(container: Mutable<Container>, what: string, defaults: Defaults, filled: string[]): void {
  for (const [list, singular] of [
    ['requests', 'request'],
    ['limits', 'limit'],
  ] as const) {
    const present = container.resources?.[list]
    const missing = Object.entries(defaults[list]).filter(
      ([name]) => present === undefined || !Object.hasOwn(present, name),
    )
    if (missing.length === 0) continue
    const quantities = ((container.resources ??= {})[list] ??= {})
    for (const [name, quantity] of missing) setMember(quantities, name, quantity)
    const names = missing.map(([name]) => name).sort()
    filled.push(`${names.join(', ')} ${singular} for ${what} ${container.name}`)
  }
}
