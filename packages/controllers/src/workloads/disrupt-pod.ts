import type { Client } from '@pinnace/client'
import { formatTime, type Clock } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { unlessOutdated } from '../is-outdated.ts'
import { nameOf, namespaceOf, uidOf } from './stored-object.ts'

/** Options for {@link disruptPod}. */
export interface Disruption {
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Why, as the condition DisruptionTarget says. */
  readonly reason: string
  readonly message: string
}

/** Deletes a pod with its grace period, after the condition DisruptionTarget says why. */
export async function disruptPod(pod: Pod, { client, clock, signal, reason, message }: Disruption): Promise<void> {
  const pods = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespaceOf(pod))
  const uid = uidOf(pod)
  const lastTransitionTime = formatTime(clock.now())
  const condition = { type: 'DisruptionTarget', status: 'True', reason, message, lastTransitionTime }
  const marked = { metadata: { uid }, status: { conditions: [condition] } }
  await unlessOutdated(pods.patchStatus(nameOf(pod), marked, { type: 'strategic', signal }))
  await unlessOutdated(pods.delete(nameOf(pod), { preconditions: { uid }, signal }))
}
