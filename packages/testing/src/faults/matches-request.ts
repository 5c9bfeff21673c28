import type { InterceptedRequest } from '@pinnace/server'
import type { FaultMatch } from './fault.ts'

/** The requests of a match, without those that `nth` and `probability` choose. */
export type RequestMatch = Omit<FaultMatch, 'nth' | 'probability'>

/** What a match looks at. */
export interface MatchedRequest extends Pick<InterceptedRequest, 'info' | 'userAgent'> {
  readonly user: Pick<InterceptedRequest['user'], 'username'>
}

/** Whether a request is one of a match. */
export function matchesRequest(match: RequestMatch, { info, user, userAgent = '' }: MatchedRequest): boolean {
  return (
    accepts(match.verb, (verb) => verb === info.verb) &&
    accepts(match.resource, (resource) => namesOf(info).includes(resource)) &&
    accepts(match.namespace, (namespace) => namespace === info.namespace) &&
    accepts(match.name, (name) => name === info.name) &&
    accepts(match.user, (name) => name === user.username) &&
    accepts(match.userAgent, (beginning) => userAgent.startsWith(beginning))
  )
}

/** The ways in which a resource may be named: `deployments` and `deployments.apps`, both with a subresource. */
function namesOf({ group, resource, subresource }: InterceptedRequest['info']): readonly string[] {
  const suffix = subresource === '' ? '' : `/${subresource}`
  return group === '' ? [`${resource}${suffix}`] : [`${resource}${suffix}`, `${resource}.${group}${suffix}`]
}

function accepts(wanted: string | readonly string[] | undefined, test: (one: string) => boolean): boolean {
  if (wanted === undefined) return true
  return typeof wanted === 'string' ? test(wanted) : wanted.some(test)
}
