import type { Duplex } from 'node:stream'
import type { Clock } from '@pinnace/meta'

/** Destroys a connection on which nothing has been sent or received for a time. */
// upstream: kubelet, --streaming-connection-idle-timeout, 4 hours
export function closeWhenIdle(
  transport: Duplex,
  { clock, idleMs }: { readonly clock: Clock; readonly idleMs: number },
): void {
  let lastMs = clock.monotonic()
  let lastSeen = activityOf(transport)
  const check = (): void => {
    const seen = activityOf(transport)
    if (seen !== lastSeen) {
      lastSeen = seen
      lastMs = clock.monotonic()
    }
    const leftMs = lastMs + idleMs - clock.monotonic()
    if (leftMs <= 0) transport.destroy()
    else timer = clock.after(Math.min(leftMs, idleMs / checksPerTimeout), check)
  }
  let timer = clock.after(idleMs / checksPerTimeout, check)
  transport.once('close', () => timer.cancel())
}

const checksPerTimeout = 4

function activityOf(transport: Duplex): number {
  const { bytesRead = 0, bytesWritten = 0 } = transport as Duplex & { bytesRead?: number; bytesWritten?: number }
  return bytesRead + bytesWritten
}
