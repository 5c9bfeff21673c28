import { badRequest } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** The container that a request names, or the only one of the pod. Throws 400 if the pod does not have it. */
// upstream: registry/core/pod/strategy.go, validateContainer
export function containerOf(pod: Pod, wanted: string): string {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {}
  const { name } = pod.metadata
  const names = [...initContainers, ...containers, ...ephemeralContainers].map((container) => container.name)
  if (wanted !== '') {
    if (!names.includes(wanted)) throw badRequest(`container ${wanted} is not valid for pod ${name}`)
    return wanted
  }
  const [only] = containers
  if (containers.length === 1 && only !== undefined) return only.name
  const choice = containers.length === 0 ? '' : `, choose one of: [${names.join(' ')}]`
  throw badRequest(`a container name must be specified for pod ${name}${choice}`)
}
