import { thenMaybe, type Awaitable, type Mutable } from '@pinnace/meta'
import type { LimitRange } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { AdmissionAttributes } from '../../attributes.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { joinReasons } from '../../join-reasons.ts'
import { refusal } from '../../refusal.ts'
import { applyDefaults } from './apply-defaults.ts'
import { brokenByClaim, brokenByPod } from './broken-limits.ts'

const limitRanges = { group: '', resource: 'limitranges' }

/** Fills in what containers ask for, and holds pods and claims to the limits of their namespace. */
// upstream: plugin/pkg/admission/limitranger/admission.go
export const limitRanger: BuiltInPlugin = {
  name: 'LimitRanger',
  isDefault: true,
  create({ objects, vocabulary }) {
    const annotation = `${vocabulary.labelDomain}/limit-ranger`
    const eachRange = (attributes: AdmissionAttributes, use: (limitRange: LimitRange) => void): Awaitable<void> =>
      thenMaybe(objects.list<LimitRange>(limitRanges, attributes.namespace), (all) => {
        for (const limitRange of all) use(limitRange)
      })
    return {
      name: 'LimitRanger',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [
        { group: '', resource: 'pods' },
        { group: '', resource: 'persistentvolumeclaims' },
      ],
      admit(attributes): Awaitable<void> {
        if (attributes.resource.resource !== 'pods' || !isLimited(attributes)) return
        const pod = attributes.object as Mutable<Pod>
        return eachRange(attributes, (limitRange) => applyDefaults(pod, limitRange, annotation))
      },
      validate(attributes): Awaitable<void> {
        if (!isLimited(attributes)) return
        const { resource, object } = attributes
        return eachRange(attributes, ({ spec }) => {
          const limits = spec?.limits ?? []
          const broken =
            resource.resource === 'pods'
              ? brokenByPod(object as Pod, limits)
              : brokenByClaim(object as PersistentVolumeClaim, limits)
          if (broken.length > 0) throw refusal(attributes, joinReasons(broken))
        })
      },
    }
  },
}

// What a pod's containers ask for changes by resize alone, so no other update is looked at. What is going away may be
// what it was.
function isLimited({ operation, resource, subresource, oldObject }: AdmissionAttributes): boolean {
  if (oldObject?.metadata.deletionTimestamp !== undefined) return false
  if (resource.resource !== 'pods') return subresource === ''
  return operation === 'CREATE' ? subresource === '' : subresource === 'resize'
}
