import { isEqualJson, quote, type Clock, type Mutable } from '@pinnace/meta'
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '@pinnace/types/apiextensions-v1'
import { isBadBundle } from './ca-bundle.ts'
import { conditionOf, setCondition, type ConditionState } from './conditions.ts'

/** Names in a group that are in use. */
export interface UsedNames {
  /** Plurals, singulars and short names. */
  readonly resources: Set<string>
  /** Kinds, and the kinds of their lists. */
  readonly kinds: Set<string>
}

/** True for a CRD whose spec has other names than its accepted ones. */
export function wantsNames({ spec, status }: CustomResourceDefinition): boolean {
  return !isEqualJson(meant(spec.names), meant(status?.acceptedNames))
}

/** Adds the accepted names of a CRD to those in use. */
export function useNames({ status }: Pick<CustomResourceDefinition, 'status'>, used: UsedNames): void {
  const { plural = '', singular = '', kind = '', listKind = '', shortNames } = partial(status?.acceptedNames)
  for (const name of [plural, singular, ...(shortNames ?? [])]) if (name !== '') used.resources.add(name)
  for (const name of [kind, listKind]) if (name !== '') used.kinds.add(name)
}

/**
 * Sets the accepted names of a CRD: those of its spec that are not in use in its group. The condition NamesAccepted
 * tells whether all of them are. A CRD with all of its names becomes Established, and stays so, unless
 * its conversion webhook has a bundle without authorities.
 */
// upstream: apiextensions-apiserver/pkg/controller/status/naming_controller.go, calculateNamesAndConditions, and
// controller/establish – which waits for the other servers of a cluster; this server has none.
export function settleNames(next: Mutable<CustomResourceDefinition>, used: UsedNames, clock: Clock): void {
  const asked = next.spec.names
  const had = partial(next.status?.acceptedNames)
  const given = { plural: '', kind: '', ...had } as Mutable<CustomResourceDefinitionNames>
  let accepted: ConditionState = {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
  }
  const refuse = (reason: string, taken: readonly string[]): void => {
    const texts = taken.map((name) => `${quote(name)} is already in use`)
    const message = texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
    accepted = { type: 'NamesAccepted', status: 'False', reason, message }
  }
  const settle = (name: 'plural' | 'singular' | 'kind' | 'listKind', among: Set<string>, reason: string): void => {
    const wanted = asked[name] ?? ''
    if (wanted !== (had[name] ?? '') && among.has(wanted)) refuse(reason, [wanted])
    else given[name] = wanted
  }
  settle('plural', used.resources, 'PluralConflict')
  settle('singular', used.resources, 'SingularConflict')
  const taken = (asked.shortNames ?? []).filter((name) => {
    const isOwn = had.shortNames?.includes(name) === true || name === had.plural || name === had.singular
    return !isOwn && used.resources.has(name)
  })
  if (taken.length > 0) refuse('ShortNamesConflict', taken)
  else setList(given, 'shortNames', asked.shortNames)
  settle('kind', used.kinds, 'KindConflict')
  settle('listKind', used.kinds, 'ListKindConflict')
  setList(given, 'categories', asked.categories)
  next.status = { ...next.status, acceptedNames: given }
  setCondition(next, accepted, clock)
  if (conditionOf(next, 'Established')?.status === 'True') return
  if (accepted.status !== 'True') setCondition(next, notAccepted, clock)
  else
    setCondition(next, isBadBundle(next.spec.conversion?.webhook?.clientConfig ?? {}) ? badBundle : established, clock)
}

const established: ConditionState = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
}

// upstream: apiextensions-apiserver/pkg/controller/establish/establishing_controller.go
const badBundle: ConditionState = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
}

const notAccepted: ConditionState = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
}

function setList(
  names: Mutable<CustomResourceDefinitionNames>,
  field: 'shortNames' | 'categories',
  list: readonly string[] | undefined,
): void {
  if (list === undefined || list.length === 0) delete names[field]
  else names[field] = [...list]
}

/** The names of a CRD; all of them optional, because a new CRD has no accepted names. */
function partial(names: CustomResourceDefinitionNames | undefined): Partial<CustomResourceDefinitionNames> {
  return names ?? {}
}

function meant(names: CustomResourceDefinitionNames | undefined): object {
  const { plural = '', singular = '', kind = '', listKind = '', shortNames = [], categories = [] } = partial(names)
  return { plural, singular, kind, listKind, shortNames, categories }
}
