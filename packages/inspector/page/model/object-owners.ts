import { namespaceOf, nameOf, type ApiObject } from './api-object.ts'
import { itemsOf, memberOf, textOf, textsOf } from './json.ts'

/** A reference to an owner. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly isController: boolean
  readonly blocksDeletion: boolean
}

/** The owners of an object. */
export function ownersOf(object: ApiObject): readonly OwnerReference[] {
  return itemsOf(object.metadata, 'ownerReferences').map((reference) => ({
    apiVersion: textOf(reference, 'apiVersion'),
    kind: textOf(reference, 'kind'),
    name: textOf(reference, 'name'),
    uid: textOf(reference, 'uid'),
    isController: memberOf(reference, 'controller') === true,
    blocksDeletion: memberOf(reference, 'blockOwnerDeletion') === true,
  }))
}

/** A dependent with the name of its kind, which the metadata of an object does not tell. */
export interface NamedDependent {
  readonly kind: string
  readonly object: ApiObject
}

/** Why an object that was deleted is still there; undefined for one that was not deleted. */
export function whyItRemains(object: ApiObject, blocking: readonly NamedDependent[]): string | undefined {
  const time = textOf(object.metadata, 'deletionTimestamp')
  if (time === '') return undefined
  const finalizers = textsOf(object.metadata, 'finalizers')
  if (finalizers.length === 0) {
    const grace = memberOf(object.metadata, 'deletionGracePeriodSeconds')
    return typeof grace === 'number' && grace > 0
      ? `its grace period of ${grace} s ends at ${time}`
      : 'it is about to be removed'
  }
  const dependents = blocking.map(
    ({ kind, object: one }) => `${kind} ${[namespaceOf(one), nameOf(one)].filter(Boolean).join('/')}`,
  )
  const waits = finalizers.includes('foregroundDeletion') && dependents.length > 0
  return `it waits for ${finalizers.length === 1 ? 'the finalizer' : 'the finalizers'} ${finalizers.join(', ')}${
    waits ? `; blocked by ${dependents.join(', ')}` : ''
  }`
}
