import type { ApiObject } from '@pinnace/meta'

const digits = /^[0-9]+$/

/** Whether an event at `version` is older than the version that was reached; false for versions that are not numbers. */
// upstream: apimachinery/pkg/util/resourceversion – versions of one resource are numbers that grow
export function isReplay(version: string | undefined, reached: string | undefined): boolean {
  if (version === undefined || reached === undefined || version === reached) return false
  if (!digits.test(version) || !digits.test(reached)) return false
  return version.length === reached.length ? version < reached : version.length < reached.length
}

/** Whether a bookmark ends the initial events. The domain of the annotation is that of the server's vocabulary. */
// upstream: KEP-3157, the annotation initial-events-end of a streaming list
export function endsInitialEvents({ metadata: { annotations = {} } }: ApiObject): boolean {
  return Object.entries(annotations).some(([name, value]) => name.endsWith('/initial-events-end') && value === 'true')
}
