import { emptiedMember } from '@pinnace/schema'
import type { PodSpec } from '@pinnace/types/core-v1-pods'

/** Whether the body of a pod had an overhead without resources, which is not stored. */
export function hasEmptyOverhead(spec: PodSpec | undefined): boolean {
  return emptiedMember(spec, 'overhead') !== undefined
}
