import { estimateList, estimateWrite, oneSeat, type WorkEstimate } from '@pinnace/flowcontrol'
import type { RequestInfo } from '@pinnace/meta'
import type { ServedResource } from '../storage/served-resource.ts'

const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection'])

/** Finds a resource that is served. */
export type FindResource = (group: string, version: string, resource: string) => ServedResource | undefined

/** The seats a request needs: a list by the objects it reads, a write by the watches that it is sent to. */
export function estimateWork(find: FindResource, info: RequestInfo, maxSeats: number): WorkEstimate {
  const { verb, name, query } = info
  const isWrite = writes.has(verb)
  const sendsObjects = verb === 'list' || (verb === 'watch' && query.get('sendInitialEvents') === 'true')
  if (!info.isResourceRequest || (!isWrite && (!sendsObjects || name !== ''))) return oneSeat
  const cache = find(info.group, info.version, info.resource)?.storage?.openedCache
  if (cache === undefined) return oneSeat
  if (isWrite) return estimateWrite(cache.watchers, maxSeats)
  return estimateList(objectsRead(query, cache.size), maxSeats)
}

// A page without selectors reads its own objects only.
function objectsRead(query: URLSearchParams, stored: number): number {
  if (query.has('labelSelector') || query.has('fieldSelector')) return stored
  const limit = Number(query.get('limit') ?? 0)
  return limit > 0 ? Math.min(limit, stored) : stored
}
