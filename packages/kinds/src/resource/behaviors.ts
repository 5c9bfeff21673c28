import { ageColumn, nameColumn } from '@pinnace/resources'
import type { ResourceSlice } from '@pinnace/types/resource-v1'
import { resourceClaimColumns, resourceSliceColumns } from '../columns/cluster.ts'
import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of resource: devices that pods claim. */
export function behaviors(): KindBehaviors {
  const columns = [nameColumn, ageColumn]
  return {
    'resource.v1.DeviceClass': { columns },
    'resource.v1.ResourceClaim': behaviorOf({ columns: resourceClaimColumns }),
    'resource.v1.ResourceClaimTemplate': { columns },
    'resource.v1.ResourceSlice': behaviorOf<ResourceSlice>({
      columns: resourceSliceColumns,
      selectableFields: {
        'spec.driver': ({ spec }) => spec.driver,
        'spec.nodeName': ({ spec }) => spec.nodeName ?? '',
      },
    }),
  }
}
