import type { FieldErrors } from '@pinnace/meta'
import { forbiddenWithContinue, type VersionOptions } from './resource-version-match.ts'

/**
 * A watch from no version or any sends the state first, and with bookmarks one that marks its end. Where no option says
 * so, its start decides, in `create-watch-cache.ts` of `@pinnace/watch-cache`.
 */
// upstream: apimachinery/pkg/apis/meta/internalversion/defaults.go, SetListOptionsDefaults
export function withInitialEvents<O extends VersionOptions>(options: O): O {
  const { watch, resourceVersion, resourceVersionMatch, sendInitialEvents } = options
  const isLegacy = resourceVersion === '' || resourceVersion === '0'
  if (!watch || !isLegacy || sendInitialEvents !== undefined || resourceVersionMatch !== '') return options
  return { ...options, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
}

/** Adds what is wrong with `sendInitialEvents` of a watch, and with the `resourceVersionMatch` that it goes with. */
// upstream: apimachinery/pkg/apis/meta/internalversion/validation, validateWatchOptions
export function validateInitialEvents(
  { resourceVersionMatch: match, sendInitialEvents, continueToken }: VersionOptions,
  hasWatchList: boolean,
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
  if (sendInitialEvents !== undefined && !hasWatchList) {
    const message = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
    errors.forbidden('sendInitialEvents', message)
  }
  if (match !== '' && match !== 'NotOlderThan') errors.notSupported('resourceVersionMatch', match, ['NotOlderThan'])
  // A watch cannot continue a list; the message is that of the version match.
  if (continueToken !== '') errors.forbidden('resourceVersionMatch', forbiddenWithContinue)
}
