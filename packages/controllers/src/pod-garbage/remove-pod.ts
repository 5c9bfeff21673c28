import type { Client } from '@pinnace/client'
import { formatTime, StatusError, type Clock } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1'

/** What a pod says of why it is removed. */
export interface RemovedCondition {
  readonly type: string
  readonly reason: string
  readonly message: string
}

/** Options for {@link removePod}. */
export interface RemovePodOptions {
  readonly client: Client
  readonly clock: Clock
  readonly pod: Pod
  readonly signal: AbortSignal
  readonly condition?: RemovedCondition
}

/** Deletes a pod at once; one that has not finished is said to have failed before. */
// upstream: podgc/gc_controller.go, markFailedAndDeletePodWithCondition
export async function removePod({ client, clock, pod, signal, condition }: RemovePodOptions): Promise<void> {
  const { name, namespace, uid } = pod.metadata
  const pods = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace!)
  const phase = pod.status?.phase
  try {
    if (phase !== 'Succeeded' && phase !== 'Failed') {
      const conditions = condition && [{ ...condition, status: 'True', lastTransitionTime: formatTime(clock.now()) }]
      const status = { phase: 'Failed', ...(conditions === undefined ? {} : { conditions }) }
      await pods.patchStatus(name!, { metadata: { uid }, status }, { type: 'strategic', signal })
    }
    await pods.delete(name!, { gracePeriodSeconds: 0, preconditions: { uid: uid! }, signal })
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 404) throw error
  }
}
