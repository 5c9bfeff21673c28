import type { AdmissionStep, CredentialRejection, Explanation } from '@pinnace/server'
import type { UserInfo } from '@pinnace/meta'
import type { FaultAction } from '../faults/fault.ts'

/** A request that a test server has received. */
export interface LoggedRequest {
  /** Counted from 1. */
  readonly number: number
  readonly transport: 'http' | 'in-process'
  readonly method: string
  /** Path and query, as the client sent them. */
  readonly target: string
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` …, or the method for a path that is no resource. */
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** With an empty name for a request that was answered with 401. */
  readonly user: UserInfo
  readonly userAgent: string | undefined
  /** The JSON of the body; undefined for a request without one, for another format, and for more than 64 KiB. */
  readonly body: unknown
  /** The code of the answer; undefined while there is none, and if the connection was closed without one. */
  readonly status: number | undefined
  /** Milliseconds of the server's clock until the answer was known; undefined while there is none. */
  readonly durationMs: number | undefined
  /** The admission plugins that it has gone through, in order; the last one has refused it if it has an error. */
  readonly admission: readonly AdmissionStep[]
  /**
   * Why it was allowed or forbidden; undefined for a server with the default authentication and authorization, which
   * allows everything.
   */
  readonly explanation: Explanation | undefined
  /** The authenticators that have rejected its credentials, for a request that was answered with 401. */
  readonly rejections: readonly CredentialRejection[]
  /** The faults that happened to it. */
  readonly faults: readonly FaultAction['type'][]
}

/** The requests that a test server has received, oldest first, without those of more than 10,000 requests ago. */
export interface RequestLog extends Iterable<LoggedRequest> {
  readonly length: number
  at(index: number): LoggedRequest | undefined
  filter(test: (request: LoggedRequest) => boolean): readonly LoggedRequest[]
  /** Forgets what has been received so far. */
  clear(): void
  /** The requests that are kept, and every later one when it has been answered; ends when the server is closed. */
  [Symbol.asyncIterator](): AsyncIterableIterator<LoggedRequest>
}
