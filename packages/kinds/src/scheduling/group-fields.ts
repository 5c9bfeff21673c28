import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import type {
  PodGroupResourceClaim,
  PodGroupSchedulingConstraints,
  PodGroupSchedulingPolicy,
  PodGroupTemplate,
} from '@pinnace/types/scheduling-v1alpha2'
import type { BehaviorContext } from '../kind-behavior.ts'
import {
  declaredKey,
  declaredLabel,
  declaredLongName,
  declaredNumber,
  declaredUnion,
  declaredUnique,
} from '../validation/declared.ts'
import { sentences } from '../validation/messages.ts'

const maxClaims = 4
const maxTopologies = 1
const maxPriority = 1_000_000_000
const modes = ['Pod', 'PodGroup']

/** What pod groups and their templates have in common. */
export type GroupFields = Omit<PodGroupTemplate, 'name'>

type Gate = BehaviorContext['isEnabled']

/** The fields that depend on a feature gate, by the gate. */
const gated: readonly (readonly [string, readonly (keyof GroupFields)[]])[] = [
  ['TopologyAwareWorkloadScheduling', ['schedulingConstraints']],
  ['DRAWorkloadResourceClaims', ['resourceClaims']],
  ['WorkloadAwarePreemption', ['disruptionMode', 'priorityClassName', 'priority']],
]

/** Drops fields whose feature is off, unless they are used already. */
// upstream: registry/scheduling, dropDisabled…Field
export function dropDisabledFields(
  next: Mutable<GroupFields>,
  live: Partial<GroupFields> | undefined,
  isEnabled: Gate,
): void {
  for (const [gate, names] of gated) {
    if (isEnabled(gate)) continue
    for (const name of names) {
      const used = live?.[name]
      const isUsed = isSet(used) && used !== ''
      if (!isUsed) delete next[name]
    }
  }
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null
}

/** What is compared with the stored object. */
export interface GroupContext {
  readonly at: string
  readonly errors: FieldErrors
  readonly isEnabled: Gate
  /** Absent on create: a field as stored is not looked at again. */
  readonly live: Partial<GroupFields> | undefined
  /** Whether fields of stored groups cannot change. */
  readonly isFixed: boolean
}

/** The rules of the fields of a group; each is left alone where it is as stored. */
// upstream: scheduling/v1alpha2/zz_generated.validations.go
export function validateGroupFields(next: GroupFields, context: GroupContext): void {
  const { at, errors, isEnabled, live, isFixed } = context
  const check = (
    name: keyof GroupFields,
    validate: (field: string) => void,
    gate = '',
    changes: { readonly isFixed: boolean } = { isFixed },
  ): void => {
    const field = `${at}.${name}`
    if (live !== undefined && isSemanticEqual(next[name], live[name])) return
    if (gate !== '' && !isEnabled(gate)) {
      if (isSet(next[name])) errors.forbidden(field, '')
      return
    }
    if (live !== undefined && changes.isFixed) errors.invalid(field, null, sentences.immutable)
    else validate(field)
  }
  check('schedulingPolicy', (field) => validatePolicy(next.schedulingPolicy, field, errors))
  check(
    'schedulingConstraints',
    (field) => validateConstraints(next.schedulingConstraints ?? {}, field, errors),
    'TopologyAwareWorkloadScheduling',
  )
  check('resourceClaims', (field) => validateClaims(next.resourceClaims ?? [], field, errors))
  const preemption = 'WorkloadAwarePreemption'
  check('disruptionMode', (field) => validateMode(next.disruptionMode, field, errors), preemption)
  check(
    'priorityClassName',
    (field) => {
      const name = next.priorityClassName ?? ''
      if (name !== '') declaredLongName(name, field, errors)
    },
    preemption,
  )
  check(
    'priority',
    (field) => declaredNumber(next.priority, field, errors, { min: -(2 ** 31), max: maxPriority }),
    preemption,
  )
}

function validatePolicy(policy: PodGroupSchedulingPolicy | undefined, at: string, errors: FieldErrors): void {
  declaredUnion(policy ?? {}, ['basic', 'gang'], at, errors)
  if (policy?.gang === undefined) return
  const field = `${at}.gang.minCount`
  if ((policy.gang.minCount ?? 0) === 0) errors.required(field)
  else declaredNumber(policy.gang.minCount, field, errors, { min: 1 })
}

function validateConstraints({ topology }: PodGroupSchedulingConstraints, at: string, errors: FieldErrors): void {
  const items = topology ?? []
  if (items.length > maxTopologies) return errors.tooMany(`${at}.topology`, items.length, maxTopologies)
  return items.forEach(({ key }, index) => declaredKey(key, `${at}.topology[${index}].key`, errors))
}

function validateClaims(claims: readonly PodGroupResourceClaim[], at: string, errors: FieldErrors): void {
  if (claims.length > maxClaims) return errors.tooMany(at, claims.length, maxClaims)
  declaredUnique(claims, ({ name }) => name, at, errors)
  for (const [index, claim] of claims.entries()) {
    const path = `${at}[${index}]`
    declaredUnion(claim, ['resourceClaimName', 'resourceClaimTemplateName'], path, errors)
    declaredLabel(claim.name, `${path}.name`, errors)
    for (const name of ['resourceClaimName', 'resourceClaimTemplateName'] as const) {
      const value = claim[name]
      if (value !== undefined) declaredLongName(value, `${path}.${name}`, errors)
    }
  }
}

function validateMode(mode: string | undefined, field: string, errors: FieldErrors): void {
  if (mode !== undefined && !modes.includes(mode)) errors.notSupported(field, mode, modes)
}
