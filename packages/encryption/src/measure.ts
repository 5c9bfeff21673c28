import { systemClock, type Awaitable } from '@pinnace/meta'
import type { Transformation } from '@pinnace/store'

/** Runs one transformation, and reports it. */
export type Measure = <T>(type: Transformation['type'], prefix: string, run: () => Awaitable<T>) => Awaitable<T>

/** Reports nothing. */
export const unmeasured: Measure = (_type, _prefix, run) => run()

/** Reports the transformations of a resource; while `report` returns undefined, no clock is read. */
export function createMeasure(
  resource: string,
  report: () => ((transformation: Transformation) => void) | undefined,
): Measure {
  return (type, prefix, run) => {
    const observe = report()
    if (observe === undefined) return run()
    const began = systemClock.monotonic()
    const end = (status: string): void =>
      observe({ type, prefix, resource, durationMs: systemClock.monotonic() - began, status })
    const fail = (error: unknown): never => {
      end(grpcStatusOf(error))
      throw error
    }
    try {
      const result = run()
      if (result instanceof Promise) {
        return result.then((value) => {
          end('OK')
          return value
        }, fail)
      }
      end('OK')
      return result
    } catch (error) {
      return fail(error)
    }
  }
}

// upstream: google.golang.org/grpc/codes, in the order of their numbers
const statuses =
  'OK Canceled Unknown InvalidArgument DeadlineExceeded NotFound AlreadyExists PermissionDenied ResourceExhausted FailedPrecondition Aborted OutOfRange Unimplemented Internal Unavailable DataLoss Unauthenticated'.split(
    ' ',
  )

const unknownStatus = 'unknown-non-grpc'

/** The name of the gRPC status that has caused an error: `Unavailable`; `unknown-non-grpc` for another error. */
// upstream: apiserver/pkg/storage/value/metrics.go, getErrorCode
export function grpcStatusOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined
    if (typeof code === 'number') return statuses[code] ?? unknownStatus
  }
  return unknownStatus
}
