import { isApiObject, type ApiObject } from '../model/api-object.ts'
import { itemsOf, memberOf, textOf } from '../model/json.ts'
import type { ApiClient } from './api-client.ts'

/** Which objects of a collection are read. */
export interface Selection {
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

/** Objects in one page of a list: small enough to be read between two frames. */
const pageSize = 1000

/** Reads a list in pages. `onPage` is called with each; the result is the resourceVersion of the list. */
export async function readPages(api: ApiClient, path: string, { onPage, ...options }: PagesOptions): Promise<string> {
  let resourceVersion = ''
  for await (const page of pagesOf(api, path, options)) {
    onPage(page)
    resourceVersion = textOf(memberOf(page, 'metadata'), 'resourceVersion')
  }
  return resourceVersion
}

async function* pagesOf(
  api: ApiClient,
  path: string,
  { accept, query = {}, signal }: Omit<PagesOptions, 'onPage'>,
): AsyncGenerator<unknown> {
  let token = ''
  do {
    const search = searchOf({ ...query, limit: String(pageSize), continue: token })
    const page = await api.read(`${path}${search}`, { accept, ...(signal === undefined ? {} : { signal }) })
    yield page
    token = textOf(memberOf(page, 'metadata'), 'continue')
  } while (token !== '')
}

/** Options for {@link readPages}. */
export interface PagesOptions {
  readonly accept: string
  readonly query?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly onPage: (page: unknown) => void
}

/** The metadata of the objects of a list; of the first `limit`, rounded up to a page. */
export async function readMetadata(api: ApiClient, path: string, limit: number): Promise<readonly ApiObject[]> {
  const items: ApiObject[] = []
  for await (const page of pagesOf(api, path, { accept: api.accepts.metadataList })) {
    items.push(...itemsOf(page, 'items').filter(isApiObject))
    if (items.length >= limit) break
  }
  return items
}

/** The objects of a list, all of them. */
export async function readObjects(
  api: ApiClient,
  path: string,
  selection: Selection = {},
): Promise<readonly ApiObject[]> {
  const items: ApiObject[] = []
  await readPages(api, path, {
    accept: 'application/json',
    query: { ...selection },
    onPage: (page) => void items.push(...itemsOf(page, 'items').filter(isApiObject)),
  })
  return items
}

/** A query string of the values that are not empty. */
export function searchOf(query: Readonly<Record<string, string>>): string {
  const set = Object.entries(query).filter(([, value]) => value !== '')
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`
}
