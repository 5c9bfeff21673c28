import type { Vocabulary } from '@pinnace/meta'

/** Where a version of a group is served, without a slash at its end. */
export function groupPath(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}

/** `rbac.authorization.<domain>` is `rbacAuthorization`, or `RbacAuthorization` with a capital. */
// upstream: apiserver/pkg/endpoints/openapi/openapi.go, ToValidOperationID
export function operationWord(group: string, vocabulary: Vocabulary, capital: boolean): string {
  const suffix = `.${vocabulary.groupDomain}`
  const short = group.endsWith(suffix) ? group.slice(0, -suffix.length) : group
  return short
    .split(/[^A-Za-z0-9_]+/)
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 && !capital ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')
}

/** `CoreV1`, `AppsV1`: what stands in an operation's id between what is done and to what. */
export function versionWord(group: string, version: string, vocabulary: Vocabulary): string {
  return operationWord(group === '' ? 'core' : group, vocabulary, true) + operationWord(version, vocabulary, true)
}
