import { useState } from 'preact/hooks'
import type { TimeReport } from '../../src/test-time.ts'
import { ApiError } from '../api/api-error.ts'
import { changeTime, readTime } from '../api/time-api.ts'
import { useServer } from '../parts/server-context.ts'
import { Empty, Failure, Loading } from '../parts/states.tsx'
import { usePolling } from '../parts/use-load.ts'
import { ClockPanel } from './time/clock-panel.tsx'
import { FaultsPanel } from './time/faults-panel.tsx'
import { ForksPanel } from './time/forks-panel.tsx'
import type { ChangeTime } from './time/panel-props.ts'

/** The clock, the faults and the forks of a test server. */
export function TimePage() {
  const { api } = useServer()
  const [report, setReport] = useState<TimeReport>()
  const [error, setError] = useState<unknown>()
  const [changeError, setChangeError] = useState<unknown>()
  usePolling(
    500,
    async (signal) => {
      try {
        setReport(await readTime(api, signal))
        setError(undefined)
      } catch (failure) {
        if (!signal.aborted) setError(failure)
      }
    },
    [api],
  )
  const change: ChangeTime = async (method, path, body) => {
    try {
      setReport(await changeTime(api, method, path, body))
      setChangeError(undefined)
    } catch (failure) {
      setChangeError(failure)
    }
  }
  return (
    <>
      <div class="bar">
        <h1>Time</h1>
        {report?.isPaused === true && (
          <button type="button" class="primary" onClick={() => void change('POST', '/resume')}>
            Continue the test
          </button>
        )}
      </div>
      {error !== undefined &&
        (isOther(error) ? (
          <Empty>Only a test server has a clock, faults and forks that can be changed.</Empty>
        ) : (
          <Failure error={error} />
        ))}
      {changeError !== undefined && <Failure error={changeError} />}
      {report === undefined && error === undefined && <Loading />}
      {report !== undefined && (
        <>
          <ClockPanel report={report} change={change} />
          <FaultsPanel report={report} change={change} />
          <ForksPanel report={report} change={change} />
        </>
      )}
    </>
  )
}

/** Whether the server is not one of a test. */
function isOther(error: unknown): boolean {
  return error instanceof ApiError && error.code === 404
}
