import { ApiError } from './api-error.ts'
import { itemsOf, memberOf } from '../model/json.ts'
import { resourcePath } from '../model/resource-path.ts'
import type { ApiClient } from './api-client.ts'
import type { KindInfo } from './discover-kinds.ts'

/** The number of objects of a kind, or why there is none: the user may not list them, or the list failed. */
export type ObjectCount = number | 'denied' | 'failed'

/** Requests that are sent at the same time. */
const lanes = 6

/** Counts the objects of kinds, as far as the user may list them. */
export async function countObjects(
  api: ApiClient,
  kinds: readonly KindInfo[],
  onCount: (kind: KindInfo, count: ObjectCount) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = kinds.filter(({ verbs }) => verbs.includes('list'))
  const work = async (): Promise<void> => {
    for (let kind = waiting.shift(); kind !== undefined && !signal.aborted; kind = waiting.shift()) {
      const count = await countOf(api, kind, signal)
      if (!signal.aborted) onCount(kind, count)
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
}

async function countOf(api: ApiClient, kind: KindInfo, signal: AbortSignal): Promise<ObjectCount> {
  try {
    const list = await api.read(`${resourcePath(kind)}?limit=1`, { accept: api.accepts.metadataList, signal })
    const rest = memberOf(memberOf(list, 'metadata'), 'remainingItemCount')
    return itemsOf(list, 'items').length + (typeof rest === 'number' ? rest : 0)
  } catch (error) {
    return error instanceof ApiError && error.code === 403 ? 'denied' : 'failed'
  }
}
