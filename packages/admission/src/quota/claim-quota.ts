import { compareQuantity, parseQuantity, quantityValue, type Quantity, type Vocabulary } from '@pinnace/meta'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import { objectCountName } from './object-count.ts'
import type { QuotaEvaluator } from './quota-evaluator.ts'
import { oneUnit, type ResourceAmounts } from './resource-amounts.ts'
import { matchesValues } from './scope-values.ts'

const resource = { group: '', resource: 'persistentvolumeclaims' }
const objectCount = objectCountName(resource)
const ownNames = ['persistentvolumeclaims', 'requests.storage']

/** The evaluator of claims: their number and requested storage, in total and by storage class. */
// upstream: pkg/quota/v1/evaluator/core/persistent_volume_claims.go
export function createClaimQuota(vocabulary: Vocabulary): QuotaEvaluator {
  const ofClass = `.storageclass.${vocabulary.group('storage')}/`
  const oldClass = `volume.beta.${vocabulary.labelDomain}/storage-class`
  const isCounted = (name: string): boolean =>
    name === objectCount || ownNames.some((own) => name === own || name.endsWith(`${ofClass}${own}`))
  return {
    resource,
    handles({ operation, subresource, object, oldObject }) {
      if (subresource === '') return operation === 'CREATE' || operation === 'UPDATE'
      if (subresource !== 'status' || object === undefined || oldObject === undefined) return false
      return isGrown(object, oldObject)
    },
    matchingNames: (wanted) => [...wanted].filter(isCounted),
    matchesScope: (requirement, object) =>
      requirement.scopeName === 'VolumeAttributesClass' && matchesValues(requirement, attributesClasses(object)),
    missing: () => undefined,
    usage(object): ResourceAmounts {
      const claim: PersistentVolumeClaim = object
      const storageClass = claim.metadata.annotations?.[oldClass] ?? claim.spec?.storageClassName ?? ''
      const storage = storageOf(claim)
      const usage = new Map([
        ['persistentvolumeclaims', oneUnit],
        [objectCount, oneUnit],
      ])
      if (storage !== undefined) usage.set('requests.storage', storage)
      if (storageClass === '') return usage
      usage.set(`${storageClass}${ofClass}persistentvolumeclaims`, oneUnit)
      if (storage !== undefined) usage.set(`${storageClass}${ofClass}requests.storage`, storage)
      return usage
    },
  }
}

// A status update changes usage if the volume is larger than requested, or of another class.
// upstream: RequiresQuotaReplenish
function isGrown(next: PersistentVolumeClaim, live: PersistentVolumeClaim): boolean {
  if (next.status?.allocatedResources?.['storage'] !== live.status?.allocatedResources?.['storage']) return true
  return String(attributesClasses(next).sort()) !== String(attributesClasses(live).sort())
}

function attributesClasses({ spec, status }: PersistentVolumeClaim): string[] {
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ]
  return [...new Set(names.filter((name): name is string => name !== undefined && name !== ''))]
}

// upstream: getStorageUsage – in whole bytes; the larger of allocated and requested storage.
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const requested = wholeBytes(spec?.resources?.requests?.['storage'])
  const allocated = wholeBytes(status?.allocatedResources?.['storage'])
  if (requested === undefined || allocated === undefined) return requested
  return compareQuantity(allocated, requested) > 0 ? allocated : requested
}

function wholeBytes(text: string | undefined): Quantity | undefined {
  const quantity = text === undefined ? undefined : parseQuantity(text)
  if (quantity === undefined || quantity.exponent >= 0) return quantity
  return { mantissa: quantityValue(quantity), exponent: 0, format: quantity.format }
}
