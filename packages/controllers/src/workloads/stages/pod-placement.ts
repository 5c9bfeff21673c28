import type { ApiObject } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** The node of a pod, and whether it shares its network; no node for other objects. */
export function placementOf(object: ApiObject): { readonly node: string; readonly isOnHostNetwork: boolean } {
  const { spec } = object as Pod
  return { node: spec?.nodeName ?? '', isOnHostNetwork: spec?.hostNetwork === true }
}
