import { quote } from '@pinnace/meta'
import type { Volume, VolumeProjection } from '@pinnace/types/core-v1-volumes'

/** Warns of files of one volume that would be written over each other. */
// upstream: pkg/api/pod/warnings.go, warningsForOverlappingVirtualPaths
export function warnOverlappingPaths(volumes: readonly Volume[], warnings: string[]): void {
  for (const { name, configMap, secret, downwardAPI, projected } of volumes) {
    if (configMap?.items)
      warnOfItems(configMap.items, warnings, { volume: name, what: 'ConfigMap', source: configMap.name })
    if (secret?.items) warnOfItems(secret.items, warnings, { volume: name, what: 'Secret', source: secret.secretName })
    if (downwardAPI?.items)
      warnOfItems(downwardAPI.items, warnings, { volume: name, what: 'DownwardAPI', source: undefined })
    if (projected?.sources) warnOfProjections(projected.sources, name, warnings)
  }
}

interface Item {
  readonly path: string
}

function warnOfItems(
  items: readonly Item[],
  warnings: string[],
  { volume, what, source }: { readonly volume: string; readonly what: string; readonly source: string | undefined },
): void {
  if (items.length < 2) return
  const paths = items.map(({ path }) => withoutSlashes(path))
  const known = knowPaths(paths)
  for (const path of paths) warnOf(path, known, warnings, { volume, title: titleOf(what, source) })
}

function warnOfProjections(sources: readonly VolumeProjection[], volume: string, warnings: string[]): void {
  const files = sources.map(filesOf)
  const known = knowPaths(files.flatMap(({ paths }) => paths))
  for (const [at, { title, paths }] of files.entries()) {
    for (const path of paths) warnOf(path, known, warnings, { volume, title: `Projected ${title}` })
    if (isWithoutSource(sources[at])) warnings.push(`volume ${quote(volume)} (Projected) has no sources provided`)
  }
}

/** What a source is called, and the paths of its files. */
interface SourceFiles {
  readonly title: string
  readonly paths: readonly string[]
}

function filesOf(source: VolumeProjection): SourceFiles {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle } = source
  const pathsOf = (items: readonly Item[]): string[] => items.map(({ path }) => withoutSlashes(path))
  if (configMap?.items) return { title: titleOf('ConfigMap', configMap.name), paths: pathsOf(configMap.items) }
  if (secret?.items) return { title: titleOf('Secret', secret.name), paths: pathsOf(secret.items) }
  if (downwardAPI?.items) return { title: 'DownwardAPI', paths: pathsOf(downwardAPI.items) }
  if (serviceAccountToken) return { title: 'ServiceAccountToken', paths: pathsOf([serviceAccountToken]) }
  if (clusterTrustBundle) {
    const { name, signerName } = clusterTrustBundle
    return { title: titleOf('ClusterTrustBundle', name ?? signerName), paths: pathsOf([clusterTrustBundle]) }
  }
  return { title: '', paths: [] }
}

function isWithoutSource(source: VolumeProjection | undefined): boolean {
  return source !== undefined && Object.values(source).every((member) => member === undefined)
}

function titleOf(what: string, source: string | undefined): string {
  return source === undefined ? what : `${what} ${quote(source)}`
}

/** The paths of a volume, and those of them that were seen so far. */
interface KnownPaths {
  readonly all: ReadonlySet<string>
  /** The lengths of all paths: a directory of another length is none of them. A path has up to a million directories. */
  readonly lengths: ReadonlySet<number>
  readonly seen: Set<string>
  /** For each path that is also a directory, the first path below it. */
  readonly below: Map<string, string>
}

function knowPaths(paths: readonly string[]): KnownPaths {
  const all = new Set(paths)
  return { all, lengths: new Set(paths.map(({ length }) => length)), seen: new Set(), below: new Map() }
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === 0x2f) end--
  return path.slice(0, end)
}

function warnOf(
  path: string,
  known: KnownPaths,
  warnings: string[],
  { volume, title }: { readonly volume: string; readonly title: string },
): void {
  if (path === '') return
  const directories = directoriesOf(path, known)
  const other = known.seen.has(path)
    ? path
    : (known.below.get(path) ?? directories.find((directory) => known.seen.has(directory)))
  if (other !== undefined) {
    // The longer of the two is what would be written over.
    const [first, second] = other.length > path.length ? [other, path] : [path, other]
    warnings.push(`volume ${quote(volume)} (${title}): overlapping paths: ${quote(first)} with ${quote(second)}`)
  }
  known.seen.add(path)
  for (const directory of directories) if (!known.below.has(directory)) known.below.set(directory, path)
}

/** The directories above a path that are paths of the volume too, the highest first. */
function directoriesOf(path: string, { all, lengths }: KnownPaths): string[] {
  const directories: string[] = []
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    if (slash === 0 || !lengths.has(slash)) continue
    const directory = path.slice(0, slash)
    if (all.has(directory)) directories.push(directory)
  }
  return directories
}
