import type { Volume, VolumeProjection } from '../../../types/core-v1-volumes.ts'

/** Warns of files of one volume that would be written over each other. */
// upstream: pkg/api/pod/warnings.go, warningsForOverlappingVirtualPaths
export function warnOverlappingPaths(volumes: readonly Volume[], warnings: string[]): void {
  for (const { name, configMap, secret, downwardAPI, projected } of volumes) {
    const volume = `volume ${JSON.stringify(name)}`
    if (configMap?.items) {
      warnOverlaps(pathsOf(configMap.items), `${volume} (ConfigMap ${JSON.stringify(configMap.name ?? '')})`, warnings)
    }
    if (secret?.items) {
      warnOverlaps(pathsOf(secret.items), `${volume} (Secret ${JSON.stringify(secret.secretName ?? '')})`, warnings)
    }
    if (downwardAPI?.items) warnOverlaps(pathsOf(downwardAPI.items), `${volume} (DownwardAPI)`, warnings)
    if (projected) warnOfProjections(projected.sources ?? [], volume, warnings)
  }
}

function warnOfProjections(sources: readonly VolumeProjection[], volume: string, warnings: string[]): void {
  const earlier = new Set<string>()
  for (const source of sources) {
    if (Object.values(source).every((value) => value === undefined)) {
      warnings.push(`${volume} (Projected) has no sources provided`)
      continue
    }
    const { paths, title } = describe(source)
    if (paths.length === 0) continue
    const label = `${volume} (Projected ${title})`
    warnOverlaps(paths, label, warnings)
    const own = new Set(paths)
    // With what came before, in an order that does not depend on where it stood.
    warnOverlaps([...own, ...earlier].sort(), label, warnings)
    for (const path of own) earlier.add(path)
  }
}

function describe(source: VolumeProjection): { readonly paths: readonly string[]; readonly title: string } {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = source
  if (configMap?.items)
    return { paths: pathsOf(configMap.items), title: `ConfigMap ${JSON.stringify(configMap.name ?? '')}` }
  if (secret?.items) return { paths: pathsOf(secret.items), title: `Secret ${JSON.stringify(secret.name ?? '')}` }
  if (downwardAPI?.items) return { paths: pathsOf(downwardAPI.items), title: 'DownwardAPI' }
  if (serviceAccountToken) return { paths: [serviceAccountToken.path], title: 'ServiceAccountToken' }
  if (!clusterTrustBundle) return { paths: [], title: '' }
  const name = clusterTrustBundle.name ?? clusterTrustBundle.signerName ?? ''
  return { paths: [clusterTrustBundle.path], title: `ClusterTrustBundle ${JSON.stringify(name)}` }
}

function pathsOf(items: readonly { readonly path: string }[]): readonly string[] {
  return items.map(({ path }) => path)
}

function warnOverlaps(paths: readonly string[], label: string, warnings: string[]): void {
  const seen = new Set<string>()
  for (const path of paths) {
    const normal = path.replace(/\/+$/, '')
    const other = overlapOf(normal, seen)
    if (other !== undefined) {
      warnings.push(`${label}: overlapping paths: ${JSON.stringify(normal)} with ${JSON.stringify(other)}`)
    }
    seen.add(normal)
  }
}

/** A path seen before that is this one, or above or below it. */
function overlapOf(path: string, seen: ReadonlySet<string>): string | undefined {
  if (path === '') return undefined
  if (seen.has(path)) return path
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const above = path.slice(0, slash)
    if (above !== '' && seen.has(above)) return above
  }
  return undefined
}
