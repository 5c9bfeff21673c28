import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Volume, VolumeProjection } from '@pinnace/types/core-v1-volumes'
import { namesSecret } from '../service-account/secret-names.ts'

/** The first resource a pod references, with the kind of the reference; undefined without one. */
// upstream: pkg/api/pod/util.go, HasAPIObjectReference
export function referenceOf({ spec }: Pod): string | undefined {
  if (spec === undefined) return undefined
  const { serviceAccountName, initContainers, containers, ephemeralContainers, resourceClaims, volumes = [] } = spec
  if (serviceAccountName) return 'serviceaccounts'
  if (namesSecret(spec)) return 'secrets'
  const all = [...(initContainers ?? []), ...(containers ?? []), ...(ephemeralContainers ?? [])]
  const isConfigured = all.some(
    ({ env, envFrom }) =>
      env?.some(({ valueFrom }) => valueFrom?.configMapKeyRef !== undefined) === true ||
      envFrom?.some(({ configMapRef }) => configMapRef !== undefined) === true,
  )
  const isMounted = volumes.some(
    ({ configMap, projected }) =>
      configMap !== undefined || projected?.sources?.some((source) => source.configMap !== undefined) === true,
  )
  if (isConfigured || isMounted) return 'configmaps'
  if (resourceClaims !== undefined && resourceClaims.length > 0) return 'resourceclaims'
  return first(volumes, referenceOfVolume)
}

function referenceOfVolume(volume: Volume): string | undefined {
  if (volume.csi) return 'csidrivers (via CSI volumes)'
  if (volume.glusterfs) return 'endpoints (via glusterFS volumes)'
  if (volume.persistentVolumeClaim) return 'persistentvolumeclaims'
  if (volume.ephemeral) return 'persistentvolumeclaims (via ephemeral volumes)'
  if (volume.secret) return 'secrets (via secret volumes)'
  if (volume.azureFile) return 'secrets (via azureFile volumes)'
  return first(volume.projected?.sources ?? [], referenceOfSource)
}

function referenceOfSource(source: VolumeProjection): string | undefined {
  if (source.secret) return 'secrets (via projected volumes)'
  if (source.serviceAccountToken) return 'serviceaccounts (via projected volumes)'
  if (source.clusterTrustBundle) return 'clustertrustbundles'
  return source.podCertificate ? 'podcertificates' : undefined
}

function first<T>(items: readonly T[], read: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = read(item)
    if (found !== undefined) return found
  }
  return undefined
}
