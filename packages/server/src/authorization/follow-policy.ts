import { createRbacIndex, type RbacIndex, type RbacResource } from '@pinnace/rbac'
import type { Vocabulary } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import { followResources, type FollowedIndex, type Following } from './follow-resources.ts'

/** The four resources that decisions are made of. */
const policyResources: readonly RbacResource[] = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings']

/** Roles and bindings as they are stored now, and what lets go of the store again. */
export interface FollowedPolicy extends Disposable {
  readonly index: RbacIndex
  /** False once the store has ended a watch: what is known may be old, and has to be read again. */
  readonly isCurrent: boolean
}

/** Reads the roles and bindings of a store and follows every change. */
export async function followPolicy(store: Store, vocabulary: Vocabulary): Promise<FollowedPolicy> {
  const index = createRbacIndex(vocabulary)
  const group = vocabulary.group('rbac.authorization')
  const resources = policyResources.map((resource) => ({ group, resource }))
  const following: Following = await followResources(store, resources, index as FollowedIndex<RbacResource>)
  return {
    index,
    get isCurrent() {
      return following.isCurrent
    },
    [Symbol.dispose]: () => following[Symbol.dispose](),
  }
}
