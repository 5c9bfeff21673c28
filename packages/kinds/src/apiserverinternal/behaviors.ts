import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'
import { storageVersion } from './storage-version.ts'

/** The behavior of the kinds of internal.apiserver. */
export function behaviors(): KindBehaviors {
  return { 'apiserverinternal.v1alpha1.StorageVersion': behaviorOf(storageVersion) }
}
