import {
  badRequest,
  FieldErrors,
  invalid,
  parseFieldSelector,
  parseLabelSelector,
  type FieldSelector,
  type LabelSelectorMatcher,
  type Vocabulary,
} from '@pinnace/meta'
import type { FeatureGates } from '@pinnace/versioning'
import type { Freshness } from '@pinnace/watch-cache'
import { readInteger } from './query-numbers.ts'
import { parseResourceVersion } from './resource-version.ts'
import { isTrue } from './write-options.ts'

/** The options of a list, watch or deletecollection. */
export interface ListOptions {
  readonly labelSelector: LabelSelectorMatcher | undefined
  readonly fieldSelector: FieldSelector | undefined
  /** Empty if unset. */
  readonly resourceVersion: string
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan'
  /** 0 means no limit. */
  readonly limit: number
  readonly continueToken: string
  readonly timeoutSeconds: number | undefined
  readonly allowWatchBookmarks: boolean
  readonly sendInitialEvents: boolean | undefined
  readonly watch: boolean
}

/** The defaults. */
export const defaultListOptions: ListOptions = Object.freeze({
  labelSelector: undefined,
  fieldSelector: undefined,
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 0,
  continueToken: '',
  timeoutSeconds: undefined,
  allowWatchBookmarks: false,
  sendInitialEvents: undefined,
  watch: false,
})

/** Parses and validates the options. Throws 400 for invalid values, 422 for invalid combinations. */
// upstream: apimachinery/pkg/apis/meta/internalversion/validation
export function readListOptions(
  query: URLSearchParams,
  verb: 'list' | 'watch',
  { vocabulary, features }: { readonly vocabulary: Vocabulary; readonly features: FeatureGates },
): ListOptions {
  if (query.size === 0) return defaultListOptions
  const sendInitialEvents = query.get('sendInitialEvents')
  const labelSelector = query.get('labelSelector') ?? ''
  const fieldSelector = query.get('fieldSelector') ?? ''
  const options: ListOptions = {
    labelSelector: labelSelector === '' ? undefined : parseLabelSelector(labelSelector),
    fieldSelector: fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector),
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: (query.get('resourceVersionMatch') ?? '') as ListOptions['resourceVersionMatch'],
    limit: readInteger(query, 'limit') ?? 0,
    continueToken: query.get('continue') ?? '',
    timeoutSeconds: readInteger(query, 'timeoutSeconds'),
    allowWatchBookmarks: readBoolean(query, 'allowWatchBookmarks'),
    sendInitialEvents: sendInitialEvents === null ? undefined : isTrue(sendInitialEvents),
    watch: verb === 'watch',
  }
  const errors = new FieldErrors()
  checkVersionMatch(options, features.isEnabled('WatchList'), errors)
  if (!errors.isEmpty) throw invalid({ group: vocabulary.group('meta'), kind: 'ListOptions' }, '', errors.list)
  return options
}

/**
 * How fresh a list must be, by the table "resourceVersion semantics, List" of the Kubernetes documentation. Throws 400
 * for a version that is not a number, and for a version with a continue token.
 */
export function freshnessOf({ resourceVersion, resourceVersionMatch, limit, continueToken }: ListOptions): Freshness {
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

function checkVersionMatch(options: ListOptions, streams: boolean, errors: FieldErrors): void {
  const { resourceVersionMatch: match, sendInitialEvents, resourceVersion, watch } = options
  if (watch && sendInitialEvents !== undefined) {
    if (!streams) {
      const message = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
      errors.forbidden('sendInitialEvents', message)
      return
    }
    if (match === '') {
      errors.forbidden(
        'resourceVersionMatch',
        'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      )
    } else if (match !== 'NotOlderThan') errors.notSupported('resourceVersionMatch', match, ['NotOlderThan'])
    return
  }
  if (sendInitialEvents !== undefined) errors.forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')
  // upstream: ValidateListOptions – a watch cannot continue a list; the message is that of the version match.
  if (watch && options.continueToken !== '') {
    errors.forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided')
  }
  if (match === '') return
  if (watch) {
    errors.forbidden(
      'resourceVersionMatch',
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    )
    return
  }
  if (resourceVersion === '') {
    errors.forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided')
  }
  if (options.continueToken !== '') {
    errors.forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided')
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.notSupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', ''])
  } else if (match === 'Exact' && resourceVersion === '0') {
    errors.forbidden('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
  }
}

function readBoolean(query: URLSearchParams, name: string): boolean {
  const text = query.get(name)
  return text !== null && isTrue(text)
}
