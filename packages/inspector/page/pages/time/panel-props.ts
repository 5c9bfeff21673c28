import type { TimeReport } from '../../../src/test-time.ts'
import type { Change } from '../../api/api-client.ts'

/** Sends a change to the test server, and shows the report after it. */
export type ChangeTime = (method: Change['method'], path: string, body?: object) => Promise<void>

/** What every part of the page gets. */
export interface PanelProps {
  readonly report: TimeReport
  readonly change: ChangeTime
}
