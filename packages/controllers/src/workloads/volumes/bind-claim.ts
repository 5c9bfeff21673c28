import type { Client } from '@pinnace/client'
import type { Vocabulary } from '@pinnace/meta'
import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import { nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { claimKind, volumeKind, volumeNames } from './volume-names.ts'

/** Options for {@link bindClaim}. */
export interface BindOptions {
  readonly client: Client
  readonly vocabulary: Vocabulary
  readonly signal: AbortSignal
}

/** Binds a claim and a volume to each other; what is already so is not written again. */
// upstream: pkg/controller/volume/persistentvolume/pv_controller.go, bind
export async function bindClaim(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  options: BindOptions,
): Promise<void> {
  await setVolumePhase(await nameClaim(claim, volume, options), 'Bound', options)
  await completeClaim(await nameVolume(claim, volume, options), volume, options)
}

async function nameClaim(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  { client, vocabulary, signal }: BindOptions,
): Promise<PersistentVolume> {
  if (volume.spec?.claimRef?.uid === uidOf(claim)) return volume
  const isOurChoice = volume.spec?.claimRef === undefined
  const claimRef = {
    ...claimKind,
    namespace: namespaceOf(claim),
    name: nameOf(claim),
    uid: uidOf(claim),
    ...(claim.metadata.resourceVersion === undefined ? {} : { resourceVersion: claim.metadata.resourceVersion }),
  }
  const { boundByController } = volumeNames(vocabulary)
  const annotations = { ...volume.metadata.annotations, ...(isOurChoice ? { [boundByController]: 'yes' } : {}) }
  const next = { ...volume, metadata: { ...volume.metadata, annotations }, spec: { ...volume.spec, claimRef } }
  return client.resource<PersistentVolume>(volumeKind).update(next, { signal })
}

async function nameVolume(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  { client, vocabulary, signal }: BindOptions,
): Promise<PersistentVolumeClaim> {
  const { bindCompleted, boundByController } = volumeNames(vocabulary)
  const { annotations = {} } = claim.metadata
  const volumeName = nameOf(volume)
  if (claim.spec?.volumeName === volumeName && annotations[bindCompleted] !== undefined) return claim
  const isOurChoice = !claim.spec?.volumeName
  const added = { [bindCompleted]: 'yes', ...(isOurChoice ? { [boundByController]: 'yes' } : {}) }
  const metadata = { ...claim.metadata, annotations: { ...annotations, ...added } }
  const claims = client.resource<PersistentVolumeClaim>(claimKind).namespace(namespaceOf(claim))
  return claims.update({ ...claim, metadata, spec: { ...claim.spec, volumeName } }, { signal })
}

async function completeClaim(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  { client, signal }: BindOptions,
): Promise<void> {
  if (claim.status?.phase === 'Bound') return
  const { accessModes = [], capacity = {} } = volume.spec ?? {}
  const claims = client.resource<PersistentVolumeClaim>(claimKind).namespace(namespaceOf(claim))
  await claims.updateStatus(
    { ...claim, status: { ...claim.status, phase: 'Bound', accessModes, capacity } },
    { signal },
  )
}

/** Writes the phase of a volume, unless it has it. */
export async function setVolumePhase(
  volume: PersistentVolume,
  phase: string,
  { client, signal }: Pick<BindOptions, 'client' | 'signal'>,
): Promise<void> {
  if (volume.status?.phase === phase) return
  await client
    .resource<PersistentVolume>(volumeKind)
    .updateStatus({ ...volume, status: { ...volume.status, phase } }, { signal })
}
