import type { LoggedRequest, RequestLog } from './request-log.ts'

/** How many requests a failed assertion shows. */
const shown = 10

/** The last requests of a log, one per line. */
export function describeRequests(requests: RequestLog): string {
  const last = [...requests].slice(-shown)
  if (last.length === 0) return 'the server has received no requests'
  const lines = last.map((request) => `  ${describeRequest(request)}`)
  return [`the last ${last.length} of ${requests.length} requests:`, ...lines].join('\n')
}

/** `#12 patch deployments.apps default/web by admin: 409 in 3 ms` */
export function describeRequest(request: LoggedRequest): string {
  const { number, verb, group, resource, subresource, namespace, name, target, user, status, durationMs } = request
  const kind = `${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`
  const place = [namespace, name].filter((part) => part !== '').join('/')
  const what = resource === '' ? target : [kind, place].filter((part) => part !== '').join(' ')
  const answer = status === undefined ? 'no answer' : String(status)
  const time = durationMs === undefined ? '' : ` in ${Math.round(durationMs)} ms`
  const by = user.username === '' ? 'without a user' : `by ${user.username}`
  const faults = request.faults.length === 0 ? '' : ` (fault: ${request.faults.join(', ')})`
  return `#${number} ${verb} ${what} ${by}: ${answer}${time}${faults}`
}
