import type { Mutable, ObjectMeta } from '@pinnace/meta'
import type { PodRules } from './pod-rules.ts'

/** Takes out annotations that once carried init containers. */
// upstream: apis/core/v1/conversion.go, dropInitContainerAnnotations
export function dropInitContainerAnnotations(metadata: Mutable<ObjectMeta>, rules: PodRules): void {
  const { annotations } = metadata
  if (!annotations) return
  for (const key of Object.keys(annotations)) if (rules.droppedAnnotations.has(key)) delete annotations[key]
}
