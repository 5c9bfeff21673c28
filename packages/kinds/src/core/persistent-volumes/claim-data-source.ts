import type { Mutable } from '@pinnace/meta'
import type { PersistentVolumeClaimSpec } from '@pinnace/types/core-v1-volumes'
import type { TypedLocalObjectReference } from '@pinnace/types/core-v1-references'

type Spec = Mutable<PersistentVolumeClaimSpec>

/** Says the source of a claim's data in both fields, and takes out what the older one was never meant for. */
// upstream: pkg/api/persistentvolumeclaim/util.go, EnforceDataSourceBackwardsCompatibility and NormalizeDataSources
export function normalizeDataSource(
  spec: Spec,
  live: PersistentVolumeClaimSpec | undefined,
  groupDomain: string,
): void {
  const isInUse = Boolean(live?.dataSource) || Boolean(live?.dataSourceRef)
  // upstream: the feature CrossNamespaceVolumeDataSource is off.
  if (!live?.dataSourceRef?.namespace && spec.dataSourceRef?.namespace) delete spec.dataSourceRef
  if (!isInUse && !spec.dataSourceRef && spec.dataSource && !isClaimOrSnapshot(spec.dataSource, groupDomain)) {
    delete spec.dataSource
  }
  const { dataSource, dataSourceRef } = spec
  if (dataSource && !dataSourceRef) {
    spec.dataSourceRef = { ...dataSource }
  } else if (dataSourceRef && !dataSource && !dataSourceRef.namespace) {
    const { namespace: _, ...reference } = dataSourceRef
    spec.dataSource = reference
  }
}

function isClaimOrSnapshot({ apiGroup, kind }: TypedLocalObjectReference, groupDomain: string): boolean {
  const group = apiGroup ?? ''
  if (kind === 'PersistentVolumeClaim') return group === ''
  return kind === 'VolumeSnapshot' && group === `snapshot.storage.${groupDomain}`
}
