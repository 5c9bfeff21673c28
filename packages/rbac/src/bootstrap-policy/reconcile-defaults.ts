import { StatusError, type ApiObject, type Vocabulary } from '@pinnace/meta'
import type { RbacObjects, RbacResource } from '../rbac-objects.ts'
import { defaultPolicy, type DefaultPolicy } from './default-policy.ts'
import { reconcileBinding, reconcileRole, type Reconciliation } from './reconcile.ts'

/** The unrestricted client that {@link reconcileDefaults} uses. Its errors are StatusErrors. */
export interface DefaultsClient {
  /** The object, or `undefined` where there is none. `namespace` is empty for cluster-scoped objects. */
  get<R extends RbacResource>(resource: R, namespace: string, name: string): Promise<RbacObjects[R] | undefined>
  create<R extends RbacResource>(resource: R, object: RbacObjects[R]): Promise<unknown>
  update<R extends RbacResource>(resource: R, object: RbacObjects[R]): Promise<unknown>
  /** Deletes the object of that uid. */
  delete(resource: RbacResource, namespace: string, name: string, uid: string): Promise<unknown>
}

/** Options for {@link reconcileDefaults}. */
export interface ReconcileDefaultsOptions {
  readonly vocabulary: Vocabulary
  readonly client: DefaultsClient
  /** @default {@link defaultPolicy} of the vocabulary */
  readonly policy?: DefaultPolicy
}

/** The result of {@link reconcileDefaults}. */
export interface ReconciledDefaults {
  readonly created: number
  readonly updated: number
  /** Objects that differ, and whose autoupdate annotation is `"false"`. */
  readonly skipped: readonly string[]
}

const attempts = 3

/**
 * Creates the default roles and bindings, and adds missing rules, subjects and labels to those that exist. Nothing is
 * removed from them, and objects whose autoupdate annotation is `"false"` are not changed. Throws the StatusError of a
 * write that fails, unless it fails because of a concurrent change.
 */
// upstream: registry/rbac/rest/storage_rbac.go, ensureRBACPolicy
export async function reconcileDefaults(options: ReconcileDefaultsOptions): Promise<ReconciledDefaults> {
  const { vocabulary, client, policy = defaultPolicy(vocabulary) } = options
  const done = { created: 0, updated: 0, skipped: [] as string[] }

  for (const role of policy.clusterRoles) await reconcile('clusterroles', role, reconcileRole)
  for (const binding of policy.clusterRoleBindings) await reconcile('clusterrolebindings', binding, reconcileBinding)
  for (const role of policy.roles) await reconcile('roles', role, reconcileRole)
  for (const binding of policy.roleBindings) await reconcile('rolebindings', binding, reconcileBinding)
  return done

  async function reconcile<R extends RbacResource>(
    resource: R,
    expected: RbacObjects[R],
    decide: Decide<RbacObjects[R]>,
  ): Promise<void> {
    const { namespace = '', name = '' } = expected.metadata
    for (let attempt = 1; ; attempt++) {
      const existing = await client.get(resource, namespace, name)
      const plan = decide(expected, existing, vocabulary)
      try {
        await execute(resource, plan, existing)
        return
      } catch (error) {
        if (attempt >= attempts || !isConcurrentChange(error)) throw error
      }
    }
  }

  async function execute<R extends RbacResource>(
    resource: R,
    plan: Reconciliation<RbacObjects[R]>,
    existing: ApiObject | undefined,
  ): Promise<void> {
    const { namespace = '', name = '', uid = '' } = existing?.metadata ?? {}
    if (plan.operation === 'protected')
      done.skipped.push(`${resource} ${namespace === '' ? name : `${namespace}/${name}`}`)
    if (plan.operation === 'recreate') await client.delete(resource, namespace, name, uid)
    if (plan.operation === 'create' || plan.operation === 'recreate') {
      await client.create(resource, plan.object)
      done.created++
    }
    if (plan.operation === 'update') {
      await client.update(resource, plan.object)
      done.updated++
    }
  }
}

type Decide<T> = (expected: T, existing: T | undefined, vocabulary: Vocabulary) => Reconciliation<T>

// The object was created, changed or deleted since it was read.
function isConcurrentChange(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false
  return error.reason === 'AlreadyExists' || error.reason === 'Conflict' || error.reason === 'NotFound'
}
