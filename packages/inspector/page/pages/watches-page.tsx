import { useState } from 'preact/hooks'
import type { InspectedCache, OpenWatch, WatchReport } from '../../src/inspection.ts'
import { readWatches } from '../api/inspection-api.ts'
import { busyQueues, csvCells, type Cells } from '../model/csv-table.ts'
import { formatAge, formatMs } from '../model/durations.ts'
import { flameOf } from '../model/flame.ts'
import { requestHref } from '../model/routes.ts'
import { useServer } from '../parts/server-context.ts'
import { FlameGraph } from '../parts/flame-graph.tsx'
import { Empty, Failure, Loading } from '../parts/states.tsx'
import { usePolling } from '../parts/use-load.ts'

/** Who watches what and how far behind, watch caches, requests in flight, and where the time of requests goes. */
export function WatchesPage() {
  const { api } = useServer()
  const [report, setReport] = useState<WatchReport>()
  const [error, setError] = useState<unknown>()
  usePolling(
    1000,
    async (signal) => {
      try {
        setReport(await readWatches(api, signal))
        setError(undefined)
      } catch (failure) {
        if (!signal.aborted) setError(failure)
      }
    },
    [api],
  )
  return (
    <>
      <div class="bar">
        <h1>Watches</h1>
      </div>
      {error !== undefined && <Failure error={error} />}
      {report === undefined && error === undefined && <Loading />}
      {report !== undefined && (
        <>
          <Figures report={report} />
          <Watches watches={report.watches} />
          <Times time={report.time} />
          <Caches caches={report.caches} />
          {report.flowControl !== undefined && <FlowControl {...report.flowControl} />}
        </>
      )}
    </>
  )
}

function Figures({ report: { watches, inFlight, loopDelayMs } }: { readonly report: WatchReport }) {
  const lag = Math.max(0, ...watches.map((watch) => watch.lag))
  const figures = [
    ['open watches', String(watches.length)],
    ['largest lag', `${lag} revisions`],
    ['reads in flight', String(inFlight.reading)],
    ['writes in flight', String(inFlight.mutating)],
    ...(loopDelayMs === undefined
      ? []
      : [
          ['loop delay', formatMs(loopDelayMs.last)],
          ['longest in 10 s', formatMs(loopDelayMs.longest)],
        ]),
  ]
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Watches({ watches }: { readonly watches: readonly OpenWatch[] }) {
  const nowMs = performance.timeOrigin + performance.now()
  if (watches.length === 0) return <Empty>No client watches anything.</Empty>
  return (
    <section>
      <h2>Open watches</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Open watches">
        <table class="wide">
          <thead>
            <tr>
              {['Resource', 'Namespace', 'User', 'Open for', 'Events', 'Bookmarks', 'Delivered', 'Lag', 'Queued'].map(
                (title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {watches.map((watch) => (
              <tr key={watch.request}>
                <td>
                  <a href={requestHref(watch.request)}>{nameOf(watch)}</a>
                </td>
                <td>{watch.namespace === '' ? 'all' : watch.namespace}</td>
                <td title={watch.userAgent}>{watch.user}</td>
                <td>{formatAge(watch.openedAt, nowMs)}</td>
                <td>{watch.events}</td>
                <td>{watch.bookmarks}</td>
                <td class="mono">{watch.deliveredRevision}</td>
                <td class={watch.lag > 100 ? 'bad' : ''}>{watch.lag}</td>
                <td>{watch.bufferedBytes.toLocaleString('en-US')} B</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Times({ time }: Pick<WatchReport, 'time'>) {
  return (
    <section>
      <h2>Where time goes</h2>
      <ul class="times">
        {time.map((one) => {
          const { verb, requests, stages } = one
          const totalMs = stages.reduce((sum, { durationMs }) => sum + durationMs, 0)
          return (
            <li key={verb}>
              <span>
                <strong>{verb}</strong>{' '}
                <small>
                  {requests} × {formatMs(totalMs / requests)}
                </small>
              </span>
              <FlameGraph bars={flameOf(one)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Caches({ caches }: { readonly caches: readonly InspectedCache[] }) {
  return (
    <section>
      <h2>Watch caches</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Watch caches">
        <table class="wide">
          <thead>
            <tr>
              {['Resource', 'Objects', 'Watches', 'Revision', 'Oldest revision'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {caches.map((cache) => (
              <tr key={nameOf(cache)}>
                <td>{nameOf(cache)}</td>
                <td>{cache.objects.toLocaleString('en-US')}</td>
                <td>{cache.watchers}</td>
                <td class="mono">{cache.revision}</td>
                <td class="mono">{cache.oldestRevision}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function FlowControl({ levels, queues }: NonNullable<WatchReport['flowControl']>) {
  const busy = busyQueues(csvCells(queues))
  return (
    <section>
      <h2>Flow control</h2>
      <CsvTable label="Priority levels" cells={csvCells(levels)} />
      {busy.length > 1 && <CsvTable label="Queues" cells={busy} />}
    </section>
  )
}

function CsvTable({ label, cells }: { readonly label: string; readonly cells: Cells }) {
  const [head = [], ...rows] = cells
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="wide">
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function nameOf({ group, resource }: Pick<InspectedCache, 'group' | 'resource'>): string {
  return group === '' ? resource : `${resource}.${group}`
}
