import type { Client } from '@pinnace/client'
import { toStatusError, type Vocabulary } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { metricsKinds } from '../metrics-server/metrics-definitions.ts'
import { nameOf } from '../stored-object.ts'
import { milliOf } from '../volumes/find-volume.ts'

/** What `metrics.k8s.io` says that pods use. */
export interface ServedUsage {
  /** In thousandths; undefined for a pod or a container without metrics. */
  of(pod: Pod, resource: string, container: string | undefined): bigint | undefined
}

interface PodMetrics {
  readonly metadata: { readonly name?: string }
  readonly containers?: readonly {
    readonly name?: string
    readonly usage?: Readonly<Record<string, string | number>>
  }[]
}

/** Reads the metrics of the pods that a selector matches; undefined if no server of metrics answers. */
// upstream: pkg/controller/podautoscaler/metrics/client.go, GetResourceMetric
export async function readServedUsage(
  client: Client,
  vocabulary: Vocabulary,
  {
    namespace,
    selector,
    signal,
  }: { readonly namespace: string; readonly selector: string; readonly signal: AbortSignal },
): Promise<ServedUsage | undefined> {
  let items: readonly PodMetrics[]
  try {
    const metrics = client.resource(metricsKinds(vocabulary).pods).namespace(namespace)
    items = (await metrics.list({ labelSelector: selector, signal })).items as readonly PodMetrics[]
  } catch (error) {
    // 404 without the API, 503 while its server is away: annotations are read then.
    const { code } = toStatusError(error)
    if (code === 404 || code === 503) return undefined
    throw error
  }
  const byPod = new Map(items.map((item) => [item.metadata.name ?? '', item.containers ?? []]))
  return {
    of(pod, resource, container) {
      const uses = (byPod.get(nameOf(pod)) ?? [])
        .filter(({ name }) => container === undefined || name === container)
        .map(({ usage }) => usage?.[resource])
        .filter((value) => value !== undefined)
      return uses.length === 0 ? undefined : uses.reduce<bigint>((sum, value) => sum + milliOf(String(value)), 0n)
    },
  }
}
