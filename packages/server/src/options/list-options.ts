import {
  FieldErrors,
  invalid,
  parseFieldSelector,
  parseLabelSelector,
  type FieldSelector,
  type LabelSelectorMatcher,
  type Vocabulary,
} from '@pinnace/meta'
import type { FeatureGates } from '@pinnace/versioning'
import { validateInitialEvents, withInitialEvents } from './initial-events.ts'
import { isTrue, readBoolean, readInteger } from './query-parameters.ts'
import { validateResourceVersionMatch, type VersionOptions } from './resource-version-match.ts'

/** The options of a list, watch or deletecollection. */
export interface ListOptions extends VersionOptions {
  readonly labelSelector: LabelSelectorMatcher | undefined
  readonly fieldSelector: FieldSelector | undefined
  readonly timeoutSeconds: number | undefined
  readonly allowWatchBookmarks: boolean
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

/**
 * Parses and validates the options. Throws 400 for invalid values, 422 for invalid combinations. A resource version beside
 * a continue token is refused when the list is read: `freshnessOf` in `resource-version-match.ts`.
 */
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
  const hasWatchList = features.isEnabled('WatchList')
  const options = hasWatchList ? withInitialEvents(given) : given
  const errors = new FieldErrors()
  if (options.watch) validateInitialEvents(options, hasWatchList, errors)
  else validateResourceVersionMatch(options, errors)
  if (!errors.isEmpty) throw invalid({ group: vocabulary.group('meta'), kind: 'ListOptions' }, '', errors.list)
  return options
}

/** The limit. A list of any version comes from the cache, which has all objects at hand: it has no pages. */
// upstream: apiserver/pkg/storage/cacher/delegator/interface.go, ShouldDelegateList – limits are not supported in the cache
function readLimit(query: URLSearchParams, verb: 'list' | 'watch'): number {
  const limit = readInteger(query, 'limit') ?? 0
  const isAny = query.get('resourceVersion') === '0' && query.get('resourceVersionMatch') !== 'Exact'
  return verb === 'list' && isAny && limit > 0 ? 0 : limit
}
