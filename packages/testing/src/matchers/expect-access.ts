import { AssertionError } from 'node:assert'
import { StatusError, type Awaitable } from '@pinnace/meta'
import { inspect } from 'node:util'
import { deniedBy, describeDecision, type DeniedBy } from '../requests/describe-decision.ts'
import type { LoggedRequest } from '../requests/request-log.ts'
import type { RequestSource } from './assertions.ts'

export type { DeniedBy } from '../requests/describe-decision.ts'

/** Options of {@link expectDenied}. */
export interface ExpectDeniedOptions {
  /** What is to deny the call. @default any of them */
  readonly by?: DeniedBy
}

/** How many requests a failure explains. */
const shown = 10

/**
 * Asserts that a call is allowed, and returns its result. The error names, for each request of the call, the
 * authenticator, the rule and the admission plugin that have decided.
 *
 * @example
 * const pod = await expectAllowed(server, () => pods.get('web'))
 */
export async function expectAllowed<T>(source: RequestSource, call: () => Awaitable<T>): Promise<T> {
  const requests = requestsFrom(source)
  try {
    return await call()
  } catch (error) {
    throw failure('expected the call to be allowed', error, requests())
  }
}

/**
 * Asserts that authentication, authorization or admission denies a call, and returns the error. The error of the
 * assertion names what has decided about each request of the call.
 *
 * @example
 * await expectDenied(server, () => pods.create({ metadata: { name: 'web' } }), { by: 'admission' })
 */
export async function expectDenied(
  source: RequestSource,
  call: () => Awaitable<unknown>,
  { by }: ExpectDeniedOptions = {},
): Promise<StatusError> {
  const requests = requestsFrom(source)
  const expected = by === undefined ? 'to be denied' : `to be denied by ${by}`
  const error = await Promise.resolve()
    .then(call)
    .then(
      () => undefined,
      (thrown: unknown) => thrown ?? new Error('the call has thrown nothing'),
    )
  if (error === undefined) throw failure(`expected the call ${expected}, it succeeded`, undefined, requests())
  const found = requests().flatMap((request) => deniedBy(request) ?? [])
  if (error instanceof StatusError && (by === undefined ? found.length > 0 : found.includes(by))) return error
  throw failure(`expected the call ${expected}`, error, requests())
}

/** The requests that a server receives from now on. */
function requestsFrom({ requests }: RequestSource): () => readonly LoggedRequest[] {
  const last = requests.at(-1)?.number ?? 0
  return () => requests.filter(({ number }) => number > last)
}

function failure(expected: string, error: unknown, requests: readonly LoggedRequest[]): AssertionError {
  const found =
    error instanceof StatusError ? `${error.code} ${error.reason}: ${error.message}` : inspect(error, { depth: 2 })
  const decisions = requests.slice(-shown).map(describeDecision)
  const nothing = ['the call has sent no request to this server']
  return new AssertionError({
    message: [
      expected,
      ...(error === undefined ? [] : [`received ${found}`]),
      ...(decisions.length === 0 ? nothing : decisions),
    ].join('\n'),
    actual: error,
  })
}
