import type { Authorizer, AuthorizerAttributes, RuleResolver } from '@pinnace/authz'
import type { Vocabulary } from '@pinnace/meta'
import {
  createRbacAuthorizer,
  createRbacIndex,
  createRbacRuleResolver,
  explainRbac,
  type RbacExplanation,
  type RbacIndex,
  type RbacResource,
} from '@pinnace/rbac'
import type { Store } from '@pinnace/store'
import { OnDemand, type Current } from './on-demand.ts'
import { startResourceReflector, type ResourceIndex } from './resource-reflector.ts'

/** The mode RBAC: roles and bindings of a store. They are read with the first decision, and watched from then on. */
export interface RbacMode extends Disposable {
  readonly authorize: Authorizer
  readonly rules: RuleResolver
  /** The roles and bindings as they are now. */
  index(): Promise<RbacIndex>
  /** The rules that allow a request, or what is missing. */
  explain(attributes: AuthorizerAttributes): Promise<RbacExplanation>
}

interface OpenPolicy extends Current {
  readonly index: RbacIndex
  readonly authorize: Authorizer
}

const policyResources: readonly RbacResource[] = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings']

/** Creates the mode; nothing is read yet. */
export function createRbacMode(store: Store, vocabulary: Vocabulary): RbacMode {
  const policy = new OnDemand<OpenPolicy>(() => openPolicy(store, vocabulary))
  return {
    authorize(attributes) {
      const { current } = policy
      if (current !== undefined) return current.authorize(attributes)
      return policy.get().then(({ authorize }) => authorize(attributes))
    },
    rules: async (user, namespace) => createRbacRuleResolver((await policy.get()).index)(user, namespace),
    index: async () => (await policy.get()).index,
    explain: async (attributes) => explainRbac((await policy.get()).index, attributes),
    [Symbol.dispose]: () => policy[Symbol.dispose](),
  }
}

async function openPolicy(store: Store, vocabulary: Vocabulary): Promise<OpenPolicy> {
  const index = createRbacIndex(vocabulary)
  const group = vocabulary.group('rbac.authorization')
  const resources = policyResources.map((resource) => ({ group, resource }))
  const reflector = await startResourceReflector(store, resources, index as ResourceIndex<RbacResource>)
  return {
    index,
    authorize: createRbacAuthorizer(index),
    get isCurrent() {
      return reflector.isCurrent
    },
    [Symbol.dispose]: () => reflector[Symbol.dispose](),
  }
}
