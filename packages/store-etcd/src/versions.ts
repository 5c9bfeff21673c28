import { delay, type Clock } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import type { EtcdConnection } from './connection.ts'

const pauseMs = 100

/**
 * Asks the members for their versions, until one answers. Returns whether all that answer report progress in order with
 * the changes. Throws StoreError `Unavailable` if none answers in time or one is older than 3.4.
 */
export async function reportsProgress(connection: EtcdConnection, clock: Clock, timeoutMs: number): Promise<boolean> {
  const deadline = clock.monotonic() + timeoutMs
  const { all } = connection.endpoints
  for (;;) {
    const answers = await Promise.all(
      all.map((endpoint) => connection.version(endpoint, Math.max(1, Math.min(2_000, deadline - clock.monotonic())))),
    )
    const versions = answers.filter((answer) => typeof answer === 'string')
    if (versions.length > 0) return versions.map(toVersion).every(isOrdered)
    const failures = answers.filter((answer) => typeof answer !== 'string')
    const refusal = failures.find(({ applied }) => applied === 'refused')
    const isOver = clock.monotonic() + pauseMs >= deadline
    if (refusal !== undefined || isOver) throw (refusal ?? failures[0])?.error
    await delay(clock, pauseMs)
  }
}

interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
}

function toVersion(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split(/[.+-]/).map(Number)
  if (major < 3 || (major === 3 && minor < 4)) {
    throw new StoreError('Unavailable', `etcd ${text} is not supported; 3.4 or later is required`)
  }
  return { major, minor, patch }
}

// upstream: storage/feature/feature_support_checker.go – earlier versions may report a revision before its changes.
function isOrdered({ major, minor, patch }: Version): boolean {
  if (major > 3 || minor > 5) return true
  return patch >= (minor === 4 ? 25 : 8)
}
