import { useRef, useState } from 'preact/hooks'
import type { TracedRequest } from '../../src/inspection.ts'
import { readRequests } from '../api/inspection-api.ts'
import { formatMs } from '../model/durations.ts'
import { mergeRequests, passes, type RequestFilter } from '../model/request-filter.ts'
import { requestHref } from '../model/routes.ts'
import { RowList } from '../parts/row-list.tsx'
import { useServer } from '../parts/server-context.ts'
import { Empty, Failure, Loading } from '../parts/states.tsx'
import { usePolling } from '../parts/use-load.ts'

const columns = [
  { title: 'Time', width: '7.5rem' },
  { title: 'Verb', width: '6rem' },
  { title: 'Path', width: 'minmax(14rem, 4fr)' },
  { title: 'User', width: 'minmax(8rem, 1.4fr)' },
  { title: 'Code', width: '4rem' },
  { title: 'Duration', width: '5.5rem' },
]

/** The requests of every client, as they arrive. */
export function RequestsPage() {
  const [filter, setFilter] = useState<RequestFilter>({ text: '', verb: '', status: 'all', inProcess: false })
  const [isPaused, setPaused] = useState(false)
  const { log, error } = useRequests(isPaused)
  const shown = log?.filter((request) => passes(filter, request)) ?? []
  const change = (part: Partial<RequestFilter>): void => setFilter({ ...filter, ...part })
  return (
    <>
      <div class="bar">
        <h1>Requests</h1>
        <span class="status" role="status">
          {log !== undefined && `${shown.length} of ${log.length}${isPaused ? ', paused' : ', live'}`}
        </span>
        <button type="button" class="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </div>
      <Filters filter={filter} onChange={change} />
      {error !== undefined && <Failure error={error} />}
      {log === undefined && error === undefined && <Loading />}
      {log !== undefined && shown.length === 0 && <Empty>No request passes the filter.</Empty>}
      {shown.length > 0 && (
        <RowList
          label="Requests"
          columns={columns}
          count={shown.length}
          onOpen={(index) => {
            const request = shown[index]
            if (request !== undefined) location.hash = requestHref(request.number)
          }}
          renderRow={(index) => cells(shown[index])}
        />
      )}
    </>
  )
}

function Filters({
  filter,
  onChange,
}: {
  readonly filter: RequestFilter
  readonly onChange: (part: Partial<RequestFilter>) => void
}) {
  return (
    <div class="filters">
      <label>
        Contains
        <input
          type="search"
          value={filter.text}
          placeholder="pods 403 jane"
          onInput={(event) => onChange({ text: event.currentTarget.value })}
        />
      </label>
      <label>
        Verb
        <select value={filter.verb} onChange={(event) => onChange({ verb: event.currentTarget.value })}>
          <option value="">all</option>
          {['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'post'].map((verb) => (
            <option key={verb} value={verb}>
              {verb}
            </option>
          ))}
        </select>
      </label>
      <label>
        Show
        <select value={filter.status} onChange={(event) => onChange({ status: toStatus(event.currentTarget.value) })}>
          <option value="all">all</option>
          <option value="failed">failed</option>
          <option value="writes">writes</option>
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.inProcess}
          onChange={(event) => onChange({ inProcess: event.currentTarget.checked })}
        />
        Controllers and other clients in the process
      </label>
    </div>
  )
}

function toStatus(text: string): RequestFilter['status'] {
  return text === 'failed' || text === 'writes' ? text : 'all'
}

function cells(request: TracedRequest | undefined) {
  if (request === undefined) return undefined
  const { number, time, verb, target, user, status, durationMs, state } = request
  return (
    <>
      <span role="cell" class="mono">
        {time.slice(11, 23)}
      </span>
      <span role="cell">{verb}</span>
      <span role="cell" class="mono" title={target}>
        <a href={requestHref(number)} tabIndex={-1}>
          {target}
        </a>
      </span>
      <span role="cell" title={user}>
        {user}
      </span>
      <span role="cell" class={codeClass(status)}>
        {status ?? '…'}
      </span>
      <span role="cell">{state === 'streaming' ? 'open' : durationMs === undefined ? '' : formatMs(durationMs)}</span>
    </>
  )
}

/** The class of a status code. */
export function codeClass(status: number | undefined): string {
  if (status === undefined) return 'faint'
  return status >= 400 ? 'bad' : 'good'
}

function useRequests(isPaused: boolean): { readonly log?: readonly TracedRequest[]; readonly error?: unknown } {
  const { api } = useServer()
  const [log, setLog] = useState<readonly TracedRequest[]>()
  const [error, setError] = useState<unknown>()
  const position = useRef({ log: '', sequence: 0 })
  usePolling(
    1000,
    async (signal) => {
      if (isPaused) return
      try {
        const page = await readRequests(api, position.current.sequence, signal)
        // The server was restored: what it knew is gone.
        const isOther = position.current.log !== page.log
        const since = isOther && position.current.sequence > 0 ? await readRequests(api, 0, signal) : page
        position.current = { log: since.log, sequence: since.sequence }
        setLog((known) => mergeRequests(isOther ? [] : (known ?? []), since.requests))
        setError(undefined)
      } catch (failure) {
        if (!signal.aborted) setError(failure)
      }
    },
    [api, isPaused],
  )
  return { ...(log === undefined ? {} : { log }), ...(error === undefined ? {} : { error }) }
}
