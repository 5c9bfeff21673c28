import type { Mutable } from '@pinnace/meta'
import type { DownwardAPIVolumeFile, PersistentVolumeClaimSpec, Volume } from '@pinnace/types/core-v1-volumes'
import { defaultPullPolicy, roundAmounts } from '../containers/default-container.ts'

const fileMode = 0o644
const tokenSeconds = 3600

/** Fills what a volume left out; a volume that says nothing is an empty directory. */
// upstream: apis/core/v1/defaults.go, SetDefaults_Volume and those of the sources
export function defaultVolume(volume: Mutable<Volume>, imageVolumes = true): void {
  if (!hasSource(volume)) {
    volume.emptyDir = {}
    return
  }
  if (volume.configMap) volume.configMap.defaultMode ??= fileMode
  if (volume.secret) volume.secret.defaultMode ??= fileMode
  if (volume.hostPath) volume.hostPath.type ??= ''
  if (volume.downwardAPI) {
    volume.downwardAPI.defaultMode ??= fileMode
    defaultFiles(volume.downwardAPI.items)
  }
  if (volume.projected) {
    volume.projected.defaultMode ??= fileMode
    for (const { serviceAccountToken, downwardAPI } of volume.projected.sources ?? []) {
      if (serviceAccountToken) serviceAccountToken.expirationSeconds ??= tokenSeconds
      defaultFiles(downwardAPI?.items)
    }
  }
  if (volume.ephemeral?.volumeClaimTemplate) defaultClaimSpec(volume.ephemeral.volumeClaimTemplate.spec)
  if (imageVolumes && volume.image && !volume.image.pullPolicy)
    volume.image.pullPolicy = defaultPullPolicy(volume.image.reference)
  defaultNetworkSource(volume)
}

function hasSource(volume: Mutable<Volume>): boolean {
  for (const field in volume) if (field !== 'name' && volume[field as keyof Volume] !== undefined) return true
  return false
}

function defaultFiles(files: Mutable<DownwardAPIVolumeFile>[] | undefined): void {
  if (!files) return
  for (const { fieldRef } of files) if (fieldRef && !fieldRef.apiVersion) fieldRef.apiVersion = 'v1'
}

/** Fills what a claim left out. */
// upstream: apis/core/v1/defaults.go, SetDefaults_PersistentVolumeClaimSpec
export function defaultClaimSpec(spec: Mutable<PersistentVolumeClaimSpec>): void {
  spec.volumeMode ??= 'Filesystem'
  if (spec.resources?.limits) roundAmounts(spec.resources.limits)
  if (spec.resources?.requests) roundAmounts(spec.resources.requests)
}

/** The sources that fill something in, of a pod's volume or a persistent one. */
export type NetworkSources = Pick<Mutable<Volume>, 'iscsi' | 'rbd' | 'scaleIO' | 'azureDisk'>

/** Fills what sources on the network left out. */
// upstream: the declarative defaults of core/v1 types
export function defaultNetworkSource(volume: NetworkSources): void {
  const { iscsi, rbd, scaleIO, azureDisk } = volume
  if (iscsi && !iscsi.iscsiInterface) iscsi.iscsiInterface = 'default'
  if (rbd) {
    if (!rbd.pool) rbd.pool = 'rbd'
    if (!rbd.user) rbd.user = 'admin'
    if (!rbd.keyring) rbd.keyring = '/etc/ceph/keyring'
  }
  if (scaleIO) {
    if (!scaleIO.storageMode) scaleIO.storageMode = 'ThinProvisioned'
    if (!scaleIO.fsType) scaleIO.fsType = 'xfs'
  }
  if (azureDisk) {
    azureDisk.cachingMode ??= 'ReadWrite'
    azureDisk.fsType ??= 'ext4'
    azureDisk.readOnly ??= false
    azureDisk.kind ??= 'Shared'
  }
}
