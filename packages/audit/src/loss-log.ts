import type { Clock } from '@pinnace/meta'
import type { AuditLoss } from './audit-sink.ts'

const intervalMs = 60_000

/** Reports lost events: the first at once, then at most once a minute with how many there were since. */
export function createLossLog(clock: Clock, report: (loss: AuditLoss) => void): (loss: AuditLoss) => void {
  let count = 0
  let last: unknown
  let isWaiting = false
  const send = (): void => {
    if (count === 0) {
      isWaiting = false
      return
    }
    report({ count, error: last })
    count = 0
    isWaiting = true
    clock.after(intervalMs, send)
  }
  return (loss) => {
    count += loss.count
    last = loss.error
    if (!isWaiting) send()
  }
}
