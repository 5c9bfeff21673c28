/** Group and version; the core group is the empty string. */
export interface GroupVersion {
  readonly group: string
  readonly version: string
}

/** The type of an object. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string
}

/** The type of a collection, as it stands in a URL. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string
}

/** A resource of whatever version: what errors and authorization speak of. */
export interface GroupResource {
  readonly group: string
  readonly resource: string
}

/** Reads `v1` or `group/v1`; `undefined` for more than one slash or an empty part. */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split('/')
  if (parts.length > 2 || parts.includes('')) return undefined
  return parts.length === 1 ? { group: '', version: parts[0]! } : { group: parts[0]!, version: parts[1]! }
}

/** Writes `v1` for the core group, `group/v1` for others. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}

/** `kind.group` as error messages print it, the bare kind in the core group. */
export function formatGroupKind({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return group === '' ? kind : `${kind}.${group}`
}

/** `resource.group` as error messages print it, the bare resource in the core group. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`
}
