import { isQualifiedName, isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import type { CSINode, CSINodeDriver } from '@pinnace/types/storage-v1'
import { csiNodeColumns } from '../columns/storage.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { goValue } from '../go-values/go-value.ts'
import { reportEach, sentences, validateNotNegative } from '../validation/messages.ts'
import { validateDriverName } from '../core/pod-spec/volumes/network-volumes.ts'

const maxNodeIdBytes = 256

/** CSI nodes: which drivers run on a node. One that runs does not change. */
// upstream: registry/storage/csinode/strategy.go and storage/validation, ValidateCSINode
export const csiNode: KindBehavior<CSINode> = {
  strategy: {
    validate: validateDrivers,
    validateUpdate(next, live, errors) {
      validateDrivers(next, errors)
      validateChange(next, live, errors)
    },
  },
  columns: csiNodeColumns,
}

function validateDrivers({ spec: { drivers } }: CSINode, errors: FieldErrors): void {
  const names = new Set<string>()
  // A list that is required is null where it was left out.
  drivers?.forEach((driver, index) => {
    const at = `spec.drivers[${index}]`
    validateDriver(driver, at, errors)
    if (names.has(driver.name)) errors.duplicate(`${at}.name`, driver.name)
    names.add(driver.name)
  })
}

// upstream: storage/validation, validateCSINodeDriver – errors of keys name the driver only.
function validateDriver(
  { name, nodeID, allocatable, topologyKeys }: CSINodeDriver,
  at: string,
  errors: FieldErrors,
): void {
  validateDriverName(name, `${at}.name`, errors)
  if (nodeID === '') errors.required(`${at}.nodeID`)
  else if (nodeID.length > maxNodeIdBytes) {
    errors.invalid(`${at}.nodeID`, nodeID, `must be ${maxNodeIdBytes} characters or less`)
  }
  validateNotNegative(allocatable?.count, `${at}.allocatable.count`, errors)
  const keys = new Set<string>()
  topologyKeys?.forEach((key) => {
    if (key === '') errors.required(at)
    if (keys.has(key)) errors.duplicate(at, key)
    keys.add(key)
    reportEach(errors, isQualifiedName(key), at, key)
  })
}

// upstream: storage/validation, ValidateCSINodeUpdate – how much a driver can take may change.
function validateChange(next: CSINode, live: CSINode, errors: FieldErrors): void {
  for (const before of live.spec.drivers ?? []) {
    for (const driver of next.spec.drivers ?? []) {
      if (driver.name !== before.name) continue
      const { allocatable: _, ...fixed } = driver
      const { allocatable: __, ...known } = before
      if (isSemanticEqual(fixed, known)) continue
      errors.invalid('spec.drivers', goValue('storage.v1.CSINodeDriver', fixed), sentences.immutable)
    }
  }
}
