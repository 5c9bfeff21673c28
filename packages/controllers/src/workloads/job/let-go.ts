import type { ResourceClient } from '@pinnace/client'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { unlessOutdated } from '../../is-outdated.ts'
import type { JobNames } from './job-names.ts'

/** Holds a pod no longer: it has been counted, or nobody counts it any more. */
export async function letGo(
  { metadata }: Pod,
  pods: ResourceClient<Pod>,
  { finalizer }: JobNames,
  signal: AbortSignal,
): Promise<void> {
  const { name = '', uid, resourceVersion, finalizers } = metadata
  if (!finalizers?.includes(finalizer)) return
  const left = finalizers.filter((one) => one !== finalizer)
  await unlessOutdated(pods.patch(name, { metadata: { uid, resourceVersion, finalizers: left } }, { signal }))
}
