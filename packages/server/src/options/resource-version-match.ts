import { badRequest, type FieldErrors } from '@pinnace/meta'
import type { Freshness } from '@pinnace/watch-cache'
import { parseResourceVersion } from './resource-version.ts'

/** The options of a list or watch that say which version of the objects is meant. */
export interface VersionOptions {
  /** Empty if unset. */
  readonly resourceVersion: string
  /** Empty if unset. */
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan'
  /** 0 means no limit. */
  readonly limit: number
  readonly continueToken: string
  readonly sendInitialEvents: boolean | undefined
  readonly watch: boolean
}

export const forbiddenWithContinue = 'resourceVersionMatch is forbidden when continue is provided'

/** Adds what is wrong with the `resourceVersionMatch` of a list. */
// upstream: apimachinery/pkg/apis/meta/internalversion/validation, ValidateListOptions
export function validateResourceVersionMatch(
  { resourceVersionMatch: match, sendInitialEvents, resourceVersion, continueToken }: VersionOptions,
  errors: FieldErrors,
): void {
  if (sendInitialEvents !== undefined) errors.forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')
  if (match === '') return
  if (resourceVersion === '') {
    errors.forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided')
  }
  if (continueToken !== '') errors.forbidden('resourceVersionMatch', forbiddenWithContinue)
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.notSupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', ''])
  } else if (match === 'Exact' && resourceVersion === '0') {
    errors.forbidden('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
  }
}

/**
 * How fresh a list must be, by the table "resourceVersion semantics, List" of the Kubernetes documentation. Throws 400
 * for a version that is not a number, and for a version with a continue token.
 */
export function freshnessOf({
  resourceVersion,
  resourceVersionMatch,
  limit,
  continueToken,
}: VersionOptions): Freshness {
  if (resourceVersion === '') return { kind: 'unset' }
  const revision = parseResourceVersion(resourceVersion)
  if (continueToken !== '') {
    if (revision === 0n) return { kind: 'unset' }
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  if (revision === 0n) return { kind: 'any' }
  if (resourceVersionMatch === 'Exact') return { kind: 'exact', revision }
  if (resourceVersionMatch === '' && limit > 0) return { kind: 'exact', revision }
  return { kind: 'notOlderThan', revision }
}
