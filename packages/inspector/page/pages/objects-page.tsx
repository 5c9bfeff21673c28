import { useEffect, useState } from 'preact/hooks'
import { findKind } from '../api/discover-kinds.ts'
import { watchRows, type LiveRows } from '../api/watch-rows.ts'
import { objectHref, objectsHref, type KindAddress } from '../model/routes.ts'
import type { Column, Row } from '../model/table-rows.ts'
import { RowList, type RowColumn } from '../parts/row-list.tsx'
import { useServer } from '../parts/server-context.ts'
import { Empty, Failure, Loading } from '../parts/states.tsx'

/** The objects of a kind in the columns of the server, as they are now. */
export function ObjectsPage({ kind, query }: { readonly kind: KindAddress; readonly query: URLSearchParams }) {
  const { kinds } = useServer()
  const info = findKind(kinds, kind)
  const namespace = query.get('namespace') ?? ''
  const labels = query.get('labels') ?? ''
  const fields = query.get('fields') ?? ''
  const live = useRows({ kind, namespace, labels, fields })
  const [name, setName] = useState('')
  const rows = live.rows?.rows.filter((row) => row.name.includes(name)) ?? []
  if (info === undefined) return <Empty>The server does not serve {kind.resource}.</Empty>
  return (
    <>
      <div class="bar">
        <h1>
          <a href="#/kinds" class="crumb">
            Kinds
          </a>
          {info.kind}
        </h1>
        <span class="tag">{kind.group === '' ? kind.version : `${kind.group}/${kind.version}`}</span>
        <span class="status" role="status">
          {live.rows !== undefined &&
            `${rows.length.toLocaleString('en-US')} objects${live.rows.isComplete ? ', live' : ', reading …'}`}
        </span>
      </div>
      <Filters
        kind={kind}
        isNamespaced={info.isNamespaced}
        values={{ namespace, labels, fields }}
        name={name}
        onName={setName}
      />
      {live.error !== undefined && <Failure error={live.error} />}
      {live.rows === undefined && live.error === undefined && <Loading />}
      {live.rows !== undefined && rows.length === 0 && live.rows.isComplete && (
        <Empty>There are no such objects.</Empty>
      )}
      {live.rows !== undefined && rows.length > 0 && (
        <ObjectRows kind={kind} isNamespaced={info.isNamespaced} columns={live.rows.columns} rows={rows} />
      )}
    </>
  )
}

interface ObjectRowsProps {
  readonly kind: KindAddress
  readonly isNamespaced: boolean
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

function ObjectRows({ kind, isNamespaced, columns, rows }: ObjectRowsProps) {
  const shown = columns.flatMap((column, index) => (column.priority === 0 ? [{ column, index }] : []))
  const all: readonly RowColumn[] = [
    ...(isNamespaced ? [{ title: 'Namespace', width: 'minmax(7rem, 1fr)' }] : []),
    ...shown.map(({ column }, index) => ({
      title: column.name,
      description: column.description,
      width: index === 0 ? 'minmax(12rem, 2.4fr)' : 'minmax(5rem, 1fr)',
    })),
  ]
  const hrefOf = (row: Row): string => objectHref(kind, row.namespace, row.name)
  return (
    <RowList
      label="Objects"
      columns={all}
      count={rows.length}
      onOpen={(index) => {
        const row = rows[index]
        if (row !== undefined) location.hash = hrefOf(row)
      }}
      renderRow={(index) => {
        const row = rows[index]
        if (row === undefined) return undefined
        return [
          ...(isNamespaced ? [<Cell key="namespace">{row.namespace}</Cell>] : []),
          ...shown.map(({ column, index: cell }, position) => (
            <Cell key={column.name}>
              {position === 0 ? (
                <a href={hrefOf(row)} tabIndex={-1}>
                  {row.name}
                </a>
              ) : (
                row.cells[cell]
              )}
            </Cell>
          )),
        ]
      }}
    />
  )
}

function Cell({ children }: { readonly children: unknown }) {
  return (
    <span role="cell" title={typeof children === 'string' ? children : undefined}>
      {children as string}
    </span>
  )
}

interface FilterValues {
  readonly namespace: string
  readonly labels: string
  readonly fields: string
}

interface FiltersProps {
  readonly kind: KindAddress
  readonly isNamespaced: boolean
  readonly values: FilterValues
  readonly name: string
  readonly onName: (name: string) => void
}

function Filters({ kind, isNamespaced, values, name, onName }: FiltersProps) {
  const [draft, setDraft] = useState(values)
  const apply = (event: Event): void => {
    event.preventDefault()
    location.hash = objectsHref(kind, { ...draft })
  }
  const field = (key: keyof FilterValues, label: string, placeholder: string) => (
    <label key={key}>
      {label}
      <input
        value={draft[key]}
        placeholder={placeholder}
        onInput={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <form class="filters" onSubmit={apply}>
      <label>
        Name
        <input
          type="search"
          value={name}
          placeholder="contains"
          onInput={(event) => onName(event.currentTarget.value)}
        />
      </label>
      {isNamespaced && field('namespace', 'Namespace', 'all')}
      {field('labels', 'Labels', 'app=web,tier!=cache')}
      {field('fields', 'Fields', 'metadata.name=web')}
      <button type="submit">Apply</button>
    </form>
  )
}

interface RowsState {
  readonly rows?: LiveRows
  readonly error?: unknown
}

/** Follows the rows; at most one change a frame, however many events arrive. */
function useRows({ kind, namespace, labels, fields }: FilterValues & { readonly kind: KindAddress }): RowsState {
  const { api } = useServer()
  const [state, setState] = useState<RowsState>({})
  useEffect(() => {
    const stopping = new AbortController()
    let newest: LiveRows | undefined
    const show = (): void => {
      if (newest !== undefined && !stopping.signal.aborted) setState({ rows: newest })
      newest = undefined
    }
    setState({})
    watchRows(api, {
      kind,
      namespace,
      selection: { labelSelector: labels, fieldSelector: fields },
      signal: stopping.signal,
      onRows(rows) {
        if (newest === undefined) requestAnimationFrame(show)
        newest = rows
      },
    }).catch((error: unknown) => stopping.signal.aborted || setState((known) => ({ ...known, error })))
    return () => stopping.abort()
  }, [api, namespace, labels, fields])
  return state
}
