import type { Mutable } from '@pinnace/meta'

import type { ReplicationController } from '../../types/core-v1.ts'
import type { KindBehaviour } from '../behaviour.ts'
import { replicationControllerColumns } from '../columns/cluster.ts'
import { formatLabels } from '../columns/format.ts'

/** Replication controllers: the first of the workloads, with an equality-only selector. */
export const replicationController: KindBehaviour<ReplicationController> = {
  columns: replicationControllerColumns,
  selectableFields: { 'status.replicas': (object) => String(object.status?.replicas ?? 0) },
  subresources: {
    scale: {
      type: 'scale',
      verbs: ['get', 'patch', 'update'],
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      specReplicas: (object) => object.spec?.replicas ?? 0,
      statusReplicas: (object) => object.status?.replicas ?? 0,
      selector: ({ spec }) => (Object.keys(spec?.selector ?? {}).length === 0 ? '' : formatLabels(spec?.selector)),
      setReplicas(next: Mutable<ReplicationController>, replicas) {
        next.spec = { ...next.spec, replicas }
      },
    },
  },
}
