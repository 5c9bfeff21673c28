import { thenMaybe, type Awaitable, type Mutable } from '@pinnace/meta'
import type { LimitRange } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { joinReasons } from '../../join-reasons.ts'
import { refusal } from '../../refusal.ts'
import { applyDefaults } from './apply-defaults.ts'
import { claimLimitViolations, podLimitViolations } from './limit-violations.ts'

const limitRanges = { group: '', resource: 'limitranges' }

/** Sets default requests and limits of containers, and enforces the limit ranges of a namespace on pods and claims. */
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
          const violations =
            resource.resource === 'pods'
              ? podLimitViolations(object as Pod, limits)
              : claimLimitViolations(object as PersistentVolumeClaim, limits)
          if (violations.length > 0) throw refusal(attributes, joinReasons(violations))
        })
      },
    }
  },
}

// Resources of a pod change by the resize subresource only. Objects that are being deleted are not checked.
function isLimited({ operation, resource, subresource, oldObject }: AdmissionAttributes): boolean {
  if (oldObject?.metadata.deletionTimestamp !== undefined) return false
  if (resource.resource !== 'pods') return subresource === ''
  return operation === 'CREATE' ? subresource === '' : subresource === 'resize'
}
