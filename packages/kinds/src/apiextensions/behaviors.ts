import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { customResourceDefinition } from './custom-resource-definition.ts'

/** The behavior of the kinds of apiextensions. */
export function behaviors({ vocabulary, claimedNames, compatibleRelease }: BehaviorContext): KindBehaviors {
  const options = { claimed: claimedNames, compatibleRelease }
  return { 'apiextensions.v1.CustomResourceDefinition': behaviorOf(customResourceDefinition(vocabulary, options)) }
}
