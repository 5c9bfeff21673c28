import { isPathSegmentName, quote } from '@pinnace/meta'

/** Why an object cannot be looked up by that name; undefined if it can. */
// upstream: client-go/rest/request.go, Request.Name
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'resource name may not be empty'
  const problems = isPathSegmentName(name)
  return problems.length === 0 ? undefined : `invalid resource name ${quote(name)}: [${problems.join(' ')}]`
}
