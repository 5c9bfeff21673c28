import { memberOf, textOf } from '../model/json.ts'
import { resourcePath } from '../model/resource-path.ts'
import type { KindAddress } from '../model/routes.ts'
import { columnsOf, RowSet, rowsOf, type Column, type Row } from '../model/table-rows.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { readPages, searchOf, type Selection } from './read-collection.ts'

/** The rows of a collection as they are now. */
export interface LiveRows {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** False while pages of the list are read. */
  readonly isComplete: boolean
}

/** Which rows are followed. */
export interface RowsRequest {
  readonly kind: KindAddress
  readonly namespace: string
  readonly selection: Selection
  readonly signal: AbortSignal
  readonly onRows: (rows: LiveRows) => void
}

/** Lists the table of a collection, and follows its changes until the signal is aborted. Rejects if it cannot be listed. */
export async function watchRows(api: ApiClient, request: RowsRequest): Promise<void> {
  const { signal } = request
  while (!signal.aborted) {
    const set = new RowSet()
    const version = await list(api, request, set)
    try {
      await follow(api, request, { ...version, set })
    } catch (error) {
      // A version that the server has forgotten is listed again.
      if (!(error instanceof ApiError) || error.code !== 410) throw error
    }
  }
}

interface Listed {
  readonly columns: readonly Column[]
  readonly resourceVersion: string
}

async function list(
  api: ApiClient,
  { kind, namespace, selection, signal, onRows }: RowsRequest,
  set: RowSet,
): Promise<Listed> {
  let columns: readonly Column[] = []
  const resourceVersion = await readPages(api, resourcePath(kind, namespace), {
    accept: api.accepts.table,
    query: { ...selection },
    signal,
    onPage(page) {
      const found = columnsOf(page)
      if (found.length > 0) columns = found
      set.add(rowsOf(page))
      onRows({ columns, rows: set.sorted, isComplete: false })
    },
  })
  onRows({ columns, rows: set.sorted, isComplete: true })
  return { columns, resourceVersion }
}

async function follow(
  api: ApiClient,
  { kind, namespace, selection, signal, onRows }: RowsRequest,
  { columns, resourceVersion, set }: Listed & { readonly set: RowSet },
): Promise<void> {
  let version = resourceVersion
  while (!signal.aborted) {
    const search = searchOf({ ...selection, watch: 'true', allowWatchBookmarks: 'true', resourceVersion: version })
    for await (const events of api.stream(`${resourcePath(kind, namespace)}${search}`, {
      accept: api.accepts.table,
      signal,
    })) {
      for (const event of events) {
        const object = memberOf(event, 'object')
        const type = textOf(event, 'type')
        if (type === 'ERROR') throw new ApiError(Number(memberOf(object, 'code')), object)
        version = textOf(memberOf(object, 'metadata'), 'resourceVersion') || version
        const rows = rowsOf(object)
        if (type === 'DELETED') set.remove(rows)
        else if (type !== 'BOOKMARK') set.add(rows)
        version = rows.at(-1)?.resourceVersion || version
      }
      onRows({ columns, rows: set.sorted, isComplete: true })
    }
  }
}
