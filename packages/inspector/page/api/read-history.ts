import { versionOf, type ApiObject } from '../model/api-object.ts'
import { memberOf, textOf } from '../model/json.ts'
import { oldestRevision, toHistory, type ObjectRevision } from '../model/object-history.ts'
import { resourcePath } from '../model/resource-path.ts'
import type { KindAddress } from '../model/routes.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { searchOf } from './read-collection.ts'

/** The revisions of an object that the server still knows. */
export interface ObjectHistory {
  readonly revisions: readonly ObjectRevision[]
  /** The revision before which nothing is known; undefined if the history is complete. */
  readonly knownSince: string | undefined
}

/** The object whose history is read. */
export interface HistoryRequest {
  readonly kind: KindAddress
  readonly namespace: string
  readonly live: ApiObject
  readonly signal: AbortSignal
}

/** Reads the history with a watch from the oldest revision to that of the object. */
export async function readHistory(api: ApiClient, request: HistoryRequest): Promise<ObjectHistory> {
  try {
    return { revisions: await readFrom(api, request, '1'), knownSince: undefined }
  } catch (error) {
    const oldest = error instanceof ApiError && error.code === 410 ? oldestRevision(error.message) : undefined
    if (oldest === undefined) throw error
    return { revisions: await readFrom(api, request, oldest), knownSince: oldest }
  }
}

async function readFrom(
  api: ApiClient,
  { kind, namespace, live, signal }: HistoryRequest,
  resourceVersion: string,
): Promise<readonly ObjectRevision[]> {
  const last = BigInt(versionOf(live))
  const query = {
    watch: 'true',
    resourceVersion,
    fieldSelector: `metadata.name=${textOf(live.metadata, 'name')}`,
    timeoutSeconds: '5',
  }
  const found: unknown[] = []
  const path = `${resourcePath(kind, namespace)}${searchOf(query)}`
  for await (const events of api.stream(path, { signal })) {
    for (const event of events) {
      const object = memberOf(event, 'object')
      if (textOf(event, 'type') === 'ERROR') throw new ApiError(Number(memberOf(object, 'code')), object)
      found.push(event)
      if (BigInt(textOf(memberOf(object, 'metadata'), 'resourceVersion') || '0') >= last) return toHistory(found)
    }
  }
  return toHistory(found)
}
