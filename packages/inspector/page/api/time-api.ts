import type { ForkComparison, TimeReport } from '../../src/test-time.ts'
import type { ApiClient, Change } from './api-client.ts'
import { searchOf } from './read-collection.ts'

const root = '/inspector/api/time'

/** Whether the server is one of a test, and the user may see its clock. */
export async function hasTimePage(api: ApiClient): Promise<boolean> {
  return api.read(root).then(
    () => true,
    () => false,
  )
}

/** The clock, the faults and the forks of a test server. */
export async function readTime(api: ApiClient, signal: AbortSignal): Promise<TimeReport> {
  return (await api.read(root, { signal })) as TimeReport
}

/** Sends a change; the report after it. */
export async function changeTime(
  api: ApiClient,
  method: Change['method'],
  path: string,
  body?: object,
): Promise<TimeReport> {
  const change = { method, path: `${root}${path}`, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  return (await api.send(change)).body as TimeReport
}

/** The objects that differ between two forks; `now` is the server itself. */
export async function compareForks(api: ApiClient, from: string, to: string): Promise<ForkComparison> {
  return (await api.read(`${root}/compare${searchOf({ from, to })}`)) as ForkComparison
}
