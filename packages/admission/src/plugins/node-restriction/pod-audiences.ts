import {
  thenMaybe,
  formatGroupResource,
  quote,
  type Awaitable,
  type GroupResource,
  type Vocabulary,
} from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PersistentVolume, PersistentVolumeClaim, Volume, VolumeSource } from '@pinnace/types/core-v1-volumes'
import type { CSIDriver } from '@pinnace/types/storage-v1'
import { joinReasons } from '../../join-reasons.ts'
import type { AdmissionObjects } from '../../plugin-context.ts'

/** Whether a pod uses tokens of an audience, or why that is unknown. */
export type AudienceUse = 'used' | 'unused' | { readonly problem: string }

/**
 * Looks for an audience in the projected tokens of a pod, and in the token requests of its CSI drivers. A missing object
 * is a problem only if nothing else uses the audience.
 */
// upstream: plugin/pkg/admission/noderestriction, podReferencesAudience
export function podUsesAudience(
  pod: Pod,
  audience: string,
  objects: AdmissionObjects,
  vocabulary: Vocabulary,
): Awaitable<AudienceUse> {
  const { volumes = [] } = pod.spec ?? {}
  const isMounted = volumes.some(({ projected }) =>
    projected?.sources?.some(
      (source) => source.serviceAccountToken !== undefined && (source.serviceAccountToken.audience ?? '') === audience,
    ),
  )
  if (isMounted) return 'used'
  return driversUse(pod, audience, objects, vocabulary)
}

async function driversUse(
  pod: Pod,
  audience: string,
  objects: AdmissionObjects,
  vocabulary: Vocabulary,
): Promise<AudienceUse> {
  const drivers = { group: vocabulary.group('storage'), resource: 'csidrivers' }
  const problems = new Set<string>()
  for (const volume of pod.spec?.volumes ?? []) {
    const name = await driverOf(volume, pod, objects, problems)
    if (name === undefined) continue
    const driver = await objects.get<CSIDriver>(drivers, '', name)
    if (driver === undefined) problems.add(missing({ ...drivers, resource: 'csidriver' }, name))
    else if (driver.spec.tokenRequests?.some((request) => request.audience === audience)) return 'used'
  }
  if (problems.size === 0) return 'unused'
  return { problem: joinReasons([...problems]) }
}

async function driverOf(
  volume: Volume,
  { metadata }: Pod,
  objects: AdmissionObjects,
  problems: Set<string>,
): Promise<string | undefined> {
  const claimName =
    volume.persistentVolumeClaim?.claimName ?? (volume.ephemeral ? `${metadata.name}-${volume.name}` : undefined)
  if (claimName === undefined) return volume.csi?.driver ?? migratedDriver(volume)
  const claims = { group: '', resource: 'persistentvolumeclaims' }
  const claim = await objects.get<PersistentVolumeClaim>(claims, metadata.namespace ?? '', claimName)
  if (claim === undefined) {
    problems.add(missing({ group: '', resource: 'persistentvolumeclaim' }, claimName))
    return undefined
  }
  const { volumeName = '' } = claim.spec ?? {}
  if (volumeName === '') return undefined
  return thenMaybe(
    objects.get<PersistentVolume>({ group: '', resource: 'persistentvolumes' }, '', volumeName),
    (found) => {
      if (found !== undefined) return found.spec?.csi?.driver ?? migratedDriver(found.spec ?? {})
      problems.add(missing({ group: '', resource: 'persistentvolume' }, volumeName))
      return undefined
    },
  )
}

function missing(resource: GroupResource, name: string): string {
  return `${formatGroupResource(resource)} ${quote(name)} not found`
}

type InTree = keyof VolumeSource & keyof NonNullable<PersistentVolume['spec']>

/** In-tree volume types migrated to CSI drivers. */
// upstream: csi-translation-lib/plugins
const migratedVolumes: readonly (readonly [InTree, string])[] = [
  ['gcePersistentDisk', 'pd.csi.storage.gke.io'],
  ['awsElasticBlockStore', 'ebs.csi.aws.com'],
  ['cinder', 'cinder.csi.openstack.org'],
  ['azureDisk', 'disk.csi.azure.com'],
  ['azureFile', 'file.csi.azure.com'],
  ['vsphereVolume', 'csi.vsphere.vmware.com'],
  ['portworxVolume', 'pxd.portworx.com'],
]

function migratedDriver(source: Readonly<Partial<Record<InTree, unknown>>>): string | undefined {
  return migratedVolumes.find(([kind]) => source[kind] !== undefined)?.[1]
}
