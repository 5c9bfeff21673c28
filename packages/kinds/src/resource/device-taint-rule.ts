import { formatTime, type FieldErrors, type Mutable } from '@pinnace/meta'
import { ageColumn, ageSince, column, constantCell, nameColumn, timedColumn } from '@pinnace/resources'
import type { DeviceTaintRule, DeviceTaintSelector } from '@pinnace/types/resource-v1beta2'
import type { KindBehavior } from '../kind-behavior.ts'
import { bumpGeneration, startGeneration } from '../generation.ts'
import { keepStatus, resetStatus, statusOnlySubresource } from '../status-subresource.ts'
import { validateConditions } from '../validation/conditions.ts'
import { loadType } from '@pinnace/types'
import { validateDriverName, validateLabelName, validatePoolName } from './names.ts'
import { validateDeviceTaint } from './taints.ts'

const maxConditions = 8

/** Rules that taint the devices that they select. */
// upstream: registry/resource/devicetaintrule/strategy.go; resource/validation
export const deviceTaintRule: KindBehavior<DeviceTaintRule> = {
  strategy: {
    defaults({ spec }: Mutable<DeviceTaintRule>, { clock }) {
      if (spec?.taint !== undefined) spec.taint.timeAdded ??= formatTime(clock.now())
    },
    prepareForCreate(next) {
      resetStatus(next, () => loadType('resource.v1beta2.DeviceTaintRule'))
      startGeneration(next)
    },
    prepareForUpdate(next, live, { clock }) {
      keepStatus(next, live)
      const { taint } = next.spec
      const { taint: before } = live.spec
      // The time is that of the effect, unless the client sets another one.
      const isSameTime = taint.timeAdded === before.timeAdded
      if (taint.effect !== before.effect && isSameTime) taint.timeAdded = formatTime(clock.now())
      bumpGeneration(next, live)
    },
    validate: (next, errors) => validateRule(next, undefined, errors),
    validateUpdate: (next, live, errors) => validateRule(next, live, errors),
  },
  subresources: {
    status: {
      ...statusOnlySubresource,
      strategy: {
        ...statusOnlySubresource.strategy,
        validateUpdate({ status }, _, errors) {
          const conditions = status?.conditions ?? []
          validateConditions(conditions, 'status.conditions', errors)
          if (conditions.length > maxConditions) {
            errors.tooMany('status.conditions', conditions.length, maxConditions)
          }
        },
      },
    },
  },
  columns: [
    nameColumn,
    column('Key', ({ spec }: DeviceTaintRule) => spec.taint.key),
    column('Value', ({ spec }: DeviceTaintRule) => spec.taint.value ?? ''),
    column('Effect', ({ spec }: DeviceTaintRule) => spec.taint.effect),
    timedColumn('TimeAdded', ({ spec }: DeviceTaintRule) =>
      spec.taint.timeAdded === undefined ? constantCell('') : ageSince(spec.taint.timeAdded),
    ),
    ageColumn,
  ],
}

function validateRule({ spec }: DeviceTaintRule, live: DeviceTaintRule | undefined, errors: FieldErrors): void {
  if (spec.deviceSelector !== undefined) validateSelector(spec.deviceSelector, errors)
  validateDeviceTaint(spec.taint, 'spec.taint', errors, live?.spec.taint)
}

function validateSelector({ driver, pool, device }: DeviceTaintSelector, errors: FieldErrors): void {
  if (driver !== undefined) validateDriverName(driver, 'spec.deviceSelector.driver', errors)
  if (pool !== undefined) validatePoolName(pool, 'spec.deviceSelector.pool', errors)
  if (device !== undefined) validateLabelName(device, 'spec.deviceSelector.device', errors)
}
