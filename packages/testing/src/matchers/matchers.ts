import type { Awaitable, StatusReason } from '@pinnace/meta'
import type { EventuallyOptions } from '../eventually.ts'
import type { ExpectedRequest } from '../requests/matches-logged.ts'
import {
  eventuallyMatch,
  judgeRequested,
  judgeStatus,
  type RequestedOptions,
  type RequestSource,
  type Verdict,
} from './assertions.ts'

/** The matchers as `expect(…)` has them; extend the types of your test runner with this interface. */
export interface TestMatchers<R = unknown> {
  /** Of a test server: it has received such a request. */
  toHaveRequested(expected: ExpectedRequest, options?: RequestedOptions): R
  /** Of an error: it is the failure of a request, for this reason or with this code. */
  toBeStatus(reason: StatusReason | number): R
  /** Of a function: what it returns contains this part at some time. */
  toEventuallyMatch(part: unknown, options?: EventuallyOptions): Promise<void>
}

/** Matchers for `expect.extend` of vitest and of jest. */
export const testMatchers: {
  toHaveRequested(server: RequestSource, expected: ExpectedRequest, options?: RequestedOptions): Verdict
  toBeStatus(error: unknown, reason: StatusReason | number): Verdict
  toEventuallyMatch(read: () => Awaitable<unknown>, part: unknown, options?: EventuallyOptions): Promise<Verdict>
} = {
  toHaveRequested: judgeRequested,
  toBeStatus: judgeStatus,
  toEventuallyMatch: async (read, part, options) =>
    eventuallyMatch(read, part, options).then(
      () => ({ pass: true, message: () => 'expected a value that never contains the part' }),
      (error: Error) => ({ pass: false, message: () => error.message }),
    ),
}
