import type { Client } from '@pinnace/client'
import { formatTime, type Clock } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1'
import { isCode404 } from '../undefined-if-not-found.ts'

/** The condition a pod gets before it is deleted. */
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

/** Deletes a pod without grace. A pod that has not terminated is marked as failed first. */
// upstream: podgc/gc_controller.go, markFailedAndDeletePodWithCondition
export async function removePod({ client, clock, pod, signal, condition }: RemovePodOptions): Promise<void> {
  const { name = '', namespace = '', uid = '' } = pod.metadata
  const pods = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)
  const phase = pod.status?.phase
  try {
    if (phase !== 'Succeeded' && phase !== 'Failed') {
      const conditions = condition && [{ ...condition, status: 'True', lastTransitionTime: formatTime(clock.now()) }]
      const status = { phase: 'Failed', ...(conditions === undefined ? {} : { conditions }) }
      await pods.patchStatus(name, { metadata: { uid }, status }, { type: 'strategic', signal })
    }
    await pods.delete(name, { gracePeriodSeconds: 0, preconditions: { uid }, signal })
  } catch (error) {
    if (!isCode404(error)) throw error
  }
}
