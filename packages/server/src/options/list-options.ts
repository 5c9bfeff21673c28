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
  const given: ListOptions = {
    labelSelector: labelSelector === '' ? undefined : parseLabelSelector(labelSelector),
    fieldSelector: fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector),
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: (query.get('resourceVersionMatch') ?? '') as ListOptions['resourceVersionMatch'],
    limit: readLimit(query, verb),
    continueToken: query.get('continue') ?? '',
    timeoutSeconds: readInteger(query, 'timeoutSeconds'),
    allowWatchBookmarks: readBoolean(query, 'allowWatchBookmarks'),
    sendInitialEvents: sendInitialEvents === null ? undefined : isTrue(sendInitialEvents),
    watch: verb === 'watch',
  }
  const options = features.isEnabled('WatchList') ? withInitialEvents(given) : given
  const errors = new FieldErrors()
  checkVersionMatch(options, features.isEnabled('WatchList'), errors)
  if (!errors.isEmpty) throw invalid({ group: vocabulary.group('meta'), kind: 'ListOptions' }, '', errors.list)
  return options
}

/** A watch from no version or any sends the state first, and with bookmarks one that marks its end. */
// upstream: apimachinery/pkg/apis/meta/internalversion/defaults.go, SetListOptionsDefaults
function withInitialEvents(options: ListOptions): ListOptions {
  const { watch, resourceVersion, resourceVersionMatch, sendInitialEvents } = options
  const isLegacy = resourceVersion === '' || resourceVersion === '0'
  if (!watch || !isLegacy || sendInitialEvents !== undefined || resourceVersionMatch !== '') return options
  return { ...options, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
}

/** The limit. A list of any version comes from the cache, which has all objects at hand: it has no pages. */
// upstream: apiserver/pkg/storage/cacher/delegator/interface.go, ShouldDelegateList – limits are not supported in the cache
function readLimit(query: URLSearchParams, verb: 'list' | 'watch'): number {
  const limit = readInteger(query, 'limit') ?? 0
  const isAny = query.get('resourceVersion') === '0' && query.get('resourceVersionMatch') !== 'Exact'
  return verb === 'list' && isAny && limit > 0 ? 0 : limit
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
  if (options.watch) checkWatch(options, streams, errors)
  else checkList(options, errors)
}

const forbiddenWithContinue = 'resourceVersionMatch is forbidden when continue is provided'

// upstream: ValidateListOptions and validateWatchOptions
function checkWatch(
  { resourceVersionMatch: match, sendInitialEvents, continueToken }: ListOptions,
  streams: boolean,
  errors: FieldErrors,
): void {
  if (sendInitialEvents === undefined && match !== '') {
    const message = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
    errors.forbidden('resourceVersionMatch', message)
  }
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    const message = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'
    errors.forbidden('resourceVersionMatch', message)
  }
  if (sendInitialEvents !== undefined && !streams) {
    const message = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
    errors.forbidden('sendInitialEvents', message)
  }
  if (match !== '' && match !== 'NotOlderThan') errors.notSupported('resourceVersionMatch', match, ['NotOlderThan'])
  // A watch cannot continue a list; the message is that of the version match.
  if (continueToken !== '') errors.forbidden('resourceVersionMatch', forbiddenWithContinue)
}

function checkList(
  { resourceVersionMatch: match, sendInitialEvents, resourceVersion, continueToken }: ListOptions,
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

function readBoolean(query: URLSearchParams, name: string): boolean {
  const text = query.get(name)
  return text !== null && isTrue(text)
}
