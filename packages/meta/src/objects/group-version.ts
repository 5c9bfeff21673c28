/** A group and version; the core group is the empty string. */
export interface GroupVersion {
  readonly group: string
  readonly version: string
}

/** The group, version and kind of an object. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string
}

/** The group, version and resource in a URL. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string
}

/** A resource without a version, for errors and authorization. */
export interface GroupResource {
  readonly group: string
  readonly resource: string
}

/** Parses `v1` or `group/v1`; undefined for more than one slash or an empty part. */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  const [first = '', second, ...rest] = apiVersion.split('/')
  if (first === '' || second === '' || rest.length > 0) return undefined
  return second === undefined ? { group: '', version: first } : { group: first, version: second }
}

/** Formats a group and version: `v1` for the core group, else `group/v1`. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}

/** Formats `kind.group` for messages; only the kind in the core group. */
export function formatGroupKind({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return group === '' ? kind : `${kind}.${group}`
}

/** Formats `resource.group` for messages; only the resource in the core group. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`
}
