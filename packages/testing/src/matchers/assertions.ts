import { AssertionError } from 'node:assert'
import { StatusError, type Awaitable, type StatusReason } from '@pinnace/meta'
import { inspect } from 'node:util'
import { eventually, type EventuallyOptions } from '../eventually.ts'
import { describeRequests } from '../requests/describe-requests.ts'
import { isPart, matchesLogged, type ExpectedRequest } from '../requests/matches-logged.ts'
import type { RequestLog } from '../requests/request-log.ts'

/** The part of a test server that assertions about requests use. */
export interface RequestSource {
  readonly requests: RequestLog
}

/** Options of {@link assertRequested}. */
export interface RequestedOptions {
  /** How often, exactly. @default at least once */
  readonly times?: number
}

/** What an assertion has found. */
export interface Verdict {
  readonly pass: boolean
  /** What is wrong, for either outcome. */
  message(): string
}

/** Whether a server has received such a request. */
export function judgeRequested(
  { requests }: RequestSource,
  expected: ExpectedRequest,
  { times }: RequestedOptions = {},
): Verdict {
  const count = requests.filter((request) => matchesLogged(expected, request)).length
  const pass = times === undefined ? count > 0 : count === times
  const wanted = times === undefined ? (pass ? 'no request' : 'a request') : `${pass ? 'not ' : ''}${times} requests`
  return {
    pass,
    message: () => `expected ${wanted} ${inspect(expected)}, received ${count}\n${describeRequests(requests)}`,
  }
}

/** Whether a value is the failure that a server answers for a reason or a code. */
export function judgeStatus(error: unknown, reason: StatusReason | number): Verdict {
  const pass = error instanceof StatusError && (typeof reason === 'number' ? error.code : error.reason) === reason
  const found =
    error instanceof StatusError ? `${error.code} ${error.reason}: ${error.message}` : inspect(error, { depth: 2 })
  return { pass, message: () => `expected ${pass ? 'another status than' : 'the status'} ${reason}, received ${found}` }
}

/** Asserts that a server has received such a request. The error shows the last ten. For `node:assert`. */
export function assertRequested(source: RequestSource, expected: ExpectedRequest, options?: RequestedOptions): void {
  enforce(judgeRequested(source, expected, options))
}

/** Asserts that a call fails with a reason or a code. For `node:assert`. */
export async function assertStatus(call: Awaitable<unknown>, reason: StatusReason | number): Promise<void> {
  const error = await Promise.resolve(call).then(
    (value) => new Error(`the call succeeded: ${inspect(value, { depth: 1 })}`),
    (thrown: unknown) => thrown,
  )
  enforce(judgeStatus(error, reason))
}

/** Reads until the value contains a part, and returns it. Throws an EventuallyError. */
export function eventuallyMatch<T>(read: () => Awaitable<T>, part: unknown, options?: EventuallyOptions): Promise<T> {
  return eventually(read, (value) => isPart(part, value), options)
}

function enforce({ pass, message }: Verdict): void {
  if (!pass) throw new AssertionError({ message: message() })
}
