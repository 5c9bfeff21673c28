import { systemAuthenticated, systemMasters, type UserInfo, type Vocabulary } from '@pinnace/meta'
import { controllerAccounts } from './controller-accounts.ts'
import type { Controller } from './controller.ts'

/** The user a controller acts as, and the user agent of its requests. */
export interface ControllerIdentity {
  readonly user: UserInfo
  /** `kube-controller-manager/v1.36.0 pinnace/deployment-controller`: the first word is the field manager. */
  readonly userAgent: string
}

/** Options for {@link controllerIdentity}. */
export interface ControllerIdentityOptions {
  readonly vocabulary: Vocabulary
  /** See {@link ControllersOptions.useServiceAccountCredentials}. */
  readonly useServiceAccountCredentials: boolean
}

/** The Kubernetes release whose controllers, and simulated nodes, these are. */
export const release = 'v1.36.0'

/** Name of the identity that lists and watches for all controllers. */
// upstream: cmd/kube-controller-manager/app, CreateControllerContext
export const informersClient = 'shared-informers'

/** Controllers that take the place of the API server or of programs on other machines, which no role covers. */
const unrestricted: ReadonlySet<string> = new Set([
  'simulated-node-agent',
  'simulated-scheduler',
  'simulated-volume-provisioner',
  'simulated-load-balancer',
  'simulated-stages',
  'service-address-controller',
])

/**
 * The identity of a controller, or of the informers all of them share. Without `useServiceAccountCredentials` the user is
 * always the controller manager, with every permission. With it, a controller that has a service account acts as that
 * account, and the controller manager is restricted to its own role.
 */
// upstream: controller-manager/pkg/clientbuilder, SimpleControllerClientBuilder and DynamicControllerClientBuilder
export function controllerIdentity(
  { name, serviceAccount: account = controllerAccounts.get(name) }: Pick<Controller, 'name' | 'serviceAccount'>,
  { vocabulary, useServiceAccountCredentials }: ControllerIdentityOptions,
): ControllerIdentity {
  const { componentPrefix, systemNamespace } = vocabulary
  const manager = `${componentPrefix}-controller-manager`
  const agentOf = (client: string): string => `${manager}/${release} pinnace/${client}`
  if (useServiceAccountCredentials && account !== undefined) {
    const user = accountUser(systemNamespace, account)
    return { user, userAgent: agentOf(user.username) }
  }
  const isRestricted = useServiceAccountCredentials && !unrestricted.has(name)
  const groups = isRestricted ? [systemAuthenticated] : [systemMasters, systemAuthenticated]
  return { user: { username: `system:${manager}`, groups, extra: {} }, userAgent: agentOf(account ?? name) }
}

/** The user a service account of the system namespace is. */
// upstream: apiserver/pkg/authentication/serviceaccount/util.go, MakeUsername and MakeGroupNames
function accountUser(namespace: string, account: string): UserInfo {
  return {
    username: `system:serviceaccount:${namespace}:${account}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, systemAuthenticated],
    extra: {},
  }
}
