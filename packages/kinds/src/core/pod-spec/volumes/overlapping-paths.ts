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
  const known: KnownPaths = { paths: new Set(), above: new Map() }
  for (const { path } of items) warnOf(path, known, warnings, { volume, title: titleOf(what, source) })
}

function warnOfProjections(sources: readonly VolumeProjection[], volume: string, warnings: string[]): void {
  const known: KnownPaths = { paths: new Set(), above: new Map() }
  for (const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } of sources) {
    const title = (what: string, source?: string): string => `Projected ${titleOf(what, source)}`
    if (configMap?.items) {
      for (const { path } of configMap.items)
        warnOf(path, known, warnings, { volume, title: title('ConfigMap', configMap.name) })
    } else if (secret?.items) {
      for (const { path } of secret.items)
        warnOf(path, known, warnings, { volume, title: title('Secret', secret.name) })
    } else if (downwardAPI?.items) {
      for (const { path } of downwardAPI.items) warnOf(path, known, warnings, { volume, title: title('DownwardAPI') })
    } else if (serviceAccountToken) {
      warnOf(serviceAccountToken.path, known, warnings, { volume, title: title('ServiceAccountToken') })
    } else if (clusterTrustBundle) {
      const { name, signerName, path } = clusterTrustBundle
      warnOf(path, known, warnings, { volume, title: title('ClusterTrustBundle', name ?? signerName) })
    } else if (!secret && !configMap && !downwardAPI && !podCertificate) {
      warnings.push(`volume ${quote(volume)} (Projected) has no sources provided`)
    }
  }
}

function titleOf(what: string, source: string | undefined): string {
  return source === undefined ? what : `${what} ${quote(source)}`
}

/** Paths seen so far, and for each directory above one of them the first that is below it. */
interface KnownPaths {
  readonly paths: Set<string>
  readonly above: Map<string, string>
}

function warnOf(
  given: string,
  known: KnownPaths,
  warnings: string[],
  { volume, title }: { readonly volume: string; readonly title: string },
): void {
  let end = given.length
  while (end > 0 && given.charCodeAt(end - 1) === 0x2f) end--
  const path = given.slice(0, end)
  if (path === '') return
  const other = overlapOf(path, known)
  if (other !== undefined) {
    // The longer of the two is what would be written over.
    const [first, second] = other.length > path.length ? [other, path] : [path, other]
    warnings.push(`volume ${quote(volume)} (${title}): overlapping paths: ${quote(first)} with ${quote(second)}`)
  }
  known.paths.add(path)
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const directory = path.slice(0, slash)
    if (!known.above.has(directory)) known.above.set(directory, path)
  }
}

function overlapOf(path: string, known: KnownPaths): string | undefined {
  if (known.paths.size === 0) return undefined
  if (known.paths.has(path)) return path
  const below = known.above.get(path)
  if (below !== undefined) return below
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const directory = path.slice(0, slash)
    if (directory !== '' && known.paths.has(directory)) return directory
  }
  return undefined
}
