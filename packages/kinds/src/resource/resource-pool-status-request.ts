import { isSemanticEqual, parseTime, type FieldErrors, type Mutable } from '@pinnace/meta'
import { ageSince, column, constantCell, nameColumn, timedColumn, type Column } from '@pinnace/resources'
import type {
  PoolStatus,
  ResourcePoolStatusRequest,
  ResourcePoolStatusRequestSpec,
  ResourcePoolStatusRequestStatus,
} from '@pinnace/types/resource-v1alpha3'
import { goValue } from '../go-values/go-value.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { statusOnlySubresource } from '../status-subresource.ts'
import { validateConditions } from '../validation/conditions.ts'
import {
  declaredCaselessName,
  declaredLongName,
  declaredNumber,
  declaredPoolName,
  declaredUnique,
} from '../validation/declared.ts'
import { sentences } from '../validation/messages.ts'

const maxPools = 1000
const maxConditions = 10
const maxErrorBytes = 256
const counts = ['totalDevices', 'allocatedDevices', 'availableDevices', 'unavailableDevices'] as const

/** Requests to count the devices of pools. */
// upstream: registry/resource/resourcepoolstatusrequest/strategy.go; resource/v1alpha3/zz_generated.validations.go
export const resourcePoolStatusRequest: KindBehavior<ResourcePoolStatusRequest> = {
  strategy: {
    defaults({ spec }: Mutable<ResourcePoolStatusRequest>) {
      if (spec !== undefined) spec.limit ??= 100
    },
    validate: ({ spec }, errors) => validateSpec(spec, errors),
    validateUpdate(next, live, errors) {
      if (!isSemanticEqual(next.spec, live.spec)) errors.invalid('spec', null, sentences.immutable)
    },
  },
  subresources: {
    status: {
      ...statusOnlySubresource,
      strategy: { ...statusOnlySubresource.strategy, validateUpdate: validateStatusUpdate },
    },
  },
  columns: poolColumns(),
}

function validateSpec({ driver, poolName, limit }: ResourcePoolStatusRequestSpec, errors: FieldErrors): void {
  validateDriver(driver, 'spec.driver', errors)
  if (poolName !== undefined) declaredPoolName(poolName, 'spec.poolName', errors)
  declaredNumber(limit, 'spec.limit', errors, { min: 1, max: maxPools })
}

function validateDriver(driver: string | null | undefined, field: string, errors: FieldErrors): void {
  if (!driver) errors.required(field)
  else declaredCaselessName(driver, field, errors)
}

function validateStatusUpdate(
  { status: next }: ResourcePoolStatusRequest,
  { status: live }: ResourcePoolStatusRequest,
  errors: FieldErrors,
): void {
  if (live !== undefined && !isSemanticEqual(next, live)) {
    const value = goValue('*resource.v1alpha3.ResourcePoolStatusRequestStatus', next)
    errors.invalid('status', value, sentences.immutable)
  }
  if (next === undefined || isSemanticEqual(next, live)) return
  if (live === undefined) validateConditions(next.conditions ?? [], 'status.conditions', errors)
  validateStatus(next, errors)
}

function validateStatus({ poolCount, pools, conditions }: ResourcePoolStatusRequestStatus, errors: FieldErrors): void {
  if (poolCount === undefined) errors.required('status.poolCount')
  else declaredNumber(poolCount, 'status.poolCount', errors, { min: 0 })
  if ((pools ?? []).length > maxPools) errors.tooMany('status.pools', (pools ?? []).length, maxPools)
  else (pools ?? []).forEach((pool, index) => validatePool(pool, `status.pools[${index}]`, errors))
  const count = (conditions ?? []).length
  if (count > maxConditions) errors.tooMany('status.conditions', count, maxConditions)
  else declaredUnique(conditions ?? [], ({ type }) => type, 'status.conditions', errors)
}

function validatePool(pool: PoolStatus, at: string, errors: FieldErrors): void {
  validateDriver(pool.driver, `${at}.driver`, errors)
  if (!pool.poolName) errors.required(`${at}.poolName`)
  else declaredPoolName(pool.poolName, `${at}.poolName`, errors)
  if (!pool.generation) errors.required(`${at}.generation`)
  else declaredNumber(pool.generation, `${at}.generation`, errors, { min: 0 })
  declaredNumber(pool.resourceSliceCount, `${at}.resourceSliceCount`, errors, { min: 1 })
  for (const name of counts) declaredNumber(pool[name], `${at}.${name}`, errors, { min: 0 })
  if (pool.nodeName !== undefined) declaredLongName(pool.nodeName, `${at}.nodeName`, errors)
  if (Buffer.byteLength(pool.validationError ?? '') > maxErrorBytes) {
    errors.tooLong(`${at}.validationError`, maxErrorBytes)
  }
}

// upstream: printers, printResourcePoolStatusRequest
function poolColumns(): readonly Column<ResourcePoolStatusRequest>[] {
  const sum = (name: string, member: (typeof counts)[number]): Column<ResourcePoolStatusRequest> =>
    column(name, (object) => {
      if (object.status === undefined || stateOf(object) === 'Failed') return '-'
      return String((object.status.pools ?? []).reduce((total, pool) => total + (pool[member] ?? 0), 0))
    })
  return [
    nameColumn,
    column('Driver', ({ spec }) => spec.driver),
    sum('Total', 'totalDevices'),
    sum('Available', 'availableDevices'),
    sum('Allocated', 'allocatedDevices'),
    sum('Unavailable', 'unavailableDevices'),
    column('Errors', (object) => {
      if (object.status === undefined || stateOf(object) === 'Failed') return '-'
      return String((object.status.pools ?? []).filter(({ validationError }) => validationError !== undefined).length)
    }),
    column('Pools', ({ status }) => status?.poolCount ?? 0, { type: 'integer' }),
    column('Status', (object) => {
      const state = stateOf(object)
      const { poolCount = 0, pools } = object.status ?? {}
      const shown = (pools ?? []).length
      return state === 'Complete' && poolCount > shown ? `Complete (${shown}/${poolCount} pools)` : state
    }),
    timedColumn('Completed', (object) => {
      const done = object.status?.conditions?.find(({ type, status }) => type === 'Complete' && status === 'True')
      const time = stateOf(object) === 'Complete' ? done?.lastTransitionTime : undefined
      return time === undefined || parseTime(time) === undefined ? constantCell('<none>') : ageSince(time)
    }),
  ]
}

function stateOf({ status }: ResourcePoolStatusRequest): 'Complete' | 'Failed' | 'Pending' {
  const state = status?.conditions?.find(
    ({ type, status: value }) => value === 'True' && (type === 'Complete' || type === 'Failed'),
  )
  return (state?.type as 'Complete' | 'Failed' | undefined) ?? 'Pending'
}
