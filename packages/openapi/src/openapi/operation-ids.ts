import type { Vocabulary } from '@pinnace/meta'

/** The path of a group version, without a trailing slash. */
export function groupPath(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}

/** A group in operation ids: `rbac.authorization.<domain>` is `rbacAuthorization`, or `RbacAuthorization` with a capital. */
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

/** A group version in operation ids: `CoreV1`, `AppsV1`. */
export function versionWord(group: string, version: string, vocabulary: Vocabulary): string {
  return operationWord(group === '' ? 'core' : group, vocabulary, true) + operationWord(version, vocabulary, true)
}
