import type { Container, EphemeralContainer } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import type { Volume } from '@pinnace/types/core-v1-volumes'

/** Whether a pod references a secret. */
// upstream: pkg/api/pod/util.go, VisitPodSecretNames
export function namesSecret({
  imagePullSecrets,
  initContainers = [],
  containers,
  ephemeralContainers = [],
  volumes,
}: PodSpec): boolean {
  return (
    imagePullSecrets?.some(({ name }) => Boolean(name)) === true ||
    [...initContainers, ...containers, ...ephemeralContainers].some(isContainerNaming) ||
    volumes?.some((volume) => secretsOfVolume(volume).length > 0) === true
  )
}

function isContainerNaming({ env, envFrom }: Container | EphemeralContainer): boolean {
  return (
    env?.some(({ valueFrom }) => Boolean(valueFrom?.secretKeyRef?.name)) === true ||
    envFrom?.some(({ secretRef }) => Boolean(secretRef?.name)) === true
  )
}

/** The names of the secrets a volume references. */
export function secretsOfVolume(volume: Volume): readonly string[] {
  return [
    volume.secret?.secretName,
    ...(volume.projected?.sources ?? []).map(({ secret }) => secret?.name),
    volume.azureFile?.secretName,
    volume.cephfs?.secretRef?.name,
    volume.cinder?.secretRef?.name,
    volume.csi?.nodePublishSecretRef?.name,
    volume.flexVolume?.secretRef?.name,
    volume.iscsi?.secretRef?.name,
    volume.rbd?.secretRef?.name,
    volume.scaleIO?.secretRef?.name,
    volume.storageos?.secretRef?.name,
  ].filter((name) => name !== undefined && name !== '') as readonly string[]
}
