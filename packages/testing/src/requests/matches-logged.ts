import { isDeepStrictEqual } from 'node:util'
import type { LoggedRequest } from './request-log.ts'

/** What a request of the log is expected to be; an absent member matches everything. */
export interface ExpectedRequest {
  readonly verb?: string
  /** The plural name, with its group if it has one, and a subresource: `deployments.apps`, `pods/status`. */
  readonly resource?: string
  readonly namespace?: string
  readonly name?: string
  /** The name of the user. */
  readonly user?: string
  readonly status?: number
  /** A part of the body: members that are not named here may have any value. */
  readonly body?: unknown
}

/** Whether a request of the log is as expected. */
export function matchesLogged(expected: ExpectedRequest, request: LoggedRequest): boolean {
  return (
    equals(expected.verb, request.verb) &&
    (expected.resource === undefined || resourceNames(request).includes(expected.resource)) &&
    equals(expected.namespace, request.namespace) &&
    equals(expected.name, request.name) &&
    equals(expected.user, request.user.username) &&
    equals(expected.status, request.status) &&
    (expected.body === undefined || isPart(expected.body, request.body))
  )
}

/** Whether every member of `part` is in `whole`. Lists are equal item by item. */
export function isPart(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && part.length === whole.length && part.every((item, index) => isPart(item, whole[index]))
    )
  }
  if (typeof part !== 'object' || part === null) return isDeepStrictEqual(part, whole)
  if (typeof whole !== 'object' || whole === null) return false
  const members = new Map(Object.entries(whole))
  return Object.entries(part).every(([name, value]) => isPart(value, members.get(name)))
}

function equals<T>(expected: T | undefined, actual: T | undefined): boolean {
  return expected === undefined || expected === actual
}

function resourceNames({ group, resource, subresource }: LoggedRequest): readonly string[] {
  const suffix = subresource === '' ? '' : `/${subresource}`
  return group === '' ? [`${resource}${suffix}`] : [`${resource}${suffix}`, `${resource}.${group}${suffix}`]
}
