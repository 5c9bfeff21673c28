import { bytesReply, protocolRelease, type Clock, type PathHandler, type Release } from '@pinnace/meta'
import { Buffer } from 'node:buffer'

/** Answers `/statusz`: when the server was started, and which release it serves. */
// upstream: component-base/zpages/statusz
export function createStatusPage(clock: Pick<Clock, 'now' | 'monotonic'>, emulated: Release): PathHandler {
  const startedMs = clock.now()
  const startedMonotonicMs = clock.monotonic()
  const release = `${protocolRelease.major}.${protocolRelease.minor}`
  return ({ method }, { path }) => {
    if (path !== '/statusz' || (method !== 'GET' && method !== 'HEAD')) return undefined
    const text = [
      '',
      'apiserver statusz',
      'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.',
      '',
      `Started:  ${formatDate(new Date(startedMs))}`,
      `Up:  ${formatUptime(clock.monotonic() - startedMonotonicMs)}`,
      `Go version:  node${process.versions.node}`,
      `Binary version:  ${release}`,
      `Emulation version:  ${emulated.major}.${emulated.minor}`,
      'Paths:  /healthz /livez /metrics /readyz /statusz /version',
      '',
    ].join('\n')
    return bytesReply(Buffer.from(text), 'text/plain; charset=utf-8')
  }
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// `Sun Nov 22 19:45:04 UTC 2026`
function formatDate(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2)
  const time = date.toISOString().slice(11, 19)
  return `${days[date.getUTCDay()]} ${months[date.getUTCMonth()]} ${day} ${time} UTC ${date.getUTCFullYear()}`
}

function formatUptime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  return `${hours} hr ${String(Math.floor(seconds / 60) % 60).padStart(2, '0')} min ${String(seconds % 60).padStart(2, '0')} sec`
}
