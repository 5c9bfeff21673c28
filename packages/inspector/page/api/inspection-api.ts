import type {
  AccessMatrix,
  ObjectDefaults,
  RequestPage,
  RevisionWriter,
  TracedRequestDetails,
  UsedRules,
  WatchReport,
} from '../../src/inspection.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { searchOf } from './read-collection.ts'

// The server of this page has these types: it was built with it.

/** The requests that have changed after `since`. */
export async function readRequests(api: ApiClient, since: number, signal: AbortSignal): Promise<RequestPage> {
  return (await api.read(`/inspector/api/requests${searchOf({ since: String(since) })}`, { signal })) as RequestPage
}

/** One request with everything that is known of it. */
export async function readRequest(api: ApiClient, number: number): Promise<TracedRequestDetails> {
  return (await api.read(`/inspector/api/requests/${number}`)) as TracedRequestDetails
}

/** What a user may do in a namespace. */
export async function readAccess(
  api: ApiClient,
  subject: { readonly user: string; readonly groups: readonly string[]; readonly namespace: string },
): Promise<AccessMatrix> {
  const query = new URLSearchParams({ user: subject.user, namespace: subject.namespace })
  for (const group of subject.groups) query.append('group', group)
  return (await api.read(`/inspector/api/access?${query.toString()}`)) as AccessMatrix
}

/** The rules that have allowed requests. */
export async function readUsedRules(api: ApiClient): Promise<UsedRules> {
  return (await api.read('/inspector/api/used-rules')) as UsedRules
}

/** Watches, caches, flow control and where time goes. */
export async function readWatches(api: ApiClient, signal: AbortSignal): Promise<WatchReport> {
  return (await api.read('/inspector/api/watches', { signal })) as WatchReport
}

/** The users who wrote revisions, by revision; without those that the log does not know; undefined without permission. */
export async function readWriters(
  api: ApiClient,
  revisions: readonly string[],
): Promise<ReadonlyMap<string, RevisionWriter> | undefined> {
  const query = new URLSearchParams(revisions.slice(-200).map((revision) => ['revision', revision]))
  try {
    const { writers } = (await api.read(`/inspector/api/writers?${query.toString()}`)) as {
      readonly writers: readonly RevisionWriter[]
    }
    return new Map(writers.map((writer) => [writer.revision, writer]))
  } catch (error) {
    if (error instanceof ApiError && error.code === 403) return undefined
    throw error
  }
}

/** The pointers of the fields of an object that have their default; undefined without permission. */
export async function readDefaults(api: ApiClient, path: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const { fields } = (await api.read(`/inspector/api/defaults${searchOf({ path })}`)) as ObjectDefaults
    return new Set(fields)
  } catch (error) {
    // An object that has been deleted meanwhile has no defaults to show.
    if (error instanceof ApiError && (error.code === 403 || error.code === 404)) return undefined
    throw error
  }
}
