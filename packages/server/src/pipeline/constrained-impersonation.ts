import { isDomainPrefixedPath, systemMasters, type UserInfo, type Vocabulary } from '@pinnace/meta'
import { AccessDenied, assertAllowed, attributesOf, denied, type AuthorizationContext } from './authorize.ts'
import { serviceAccountUser, type ImpersonatedUser } from './impersonated-user.ts'
import type { Authenticated } from './stages.ts'

/** What constrained impersonation needs of the server. */
export interface ConstrainedContext extends AuthorizationContext {
  readonly vocabulary: Vocabulary
}

/** The user that a request is made as, and the mode that allowed it. */
export interface ConstrainedUser {
  /** The groups of the user, without those of every authenticated user. */
  readonly groups: readonly string[]
  readonly mode: Mode['name']
}

/** A kind of user that can be impersonated with verbs of its own. */
interface Mode {
  readonly name: 'associated-node' | 'arbitrary-node' | 'serviceaccount' | 'user-info'
  /** The part of the request that is authorized: the user by its name, or by another resource. */
  readonly resource: string
  readonly objectName: string
  readonly namespace?: string
  /** The groups of the user, where they follow from its name. */
  readonly groups?: readonly string[]
  /** The user whose permissions are asked for. */
  readonly sender: UserInfo
}

const nodeUserPrefix = 'system:node:'

/**
 * Constrained impersonation: the sender needs the verb `impersonate-on:<mode>:<verb>` on what is requested, and
 * `impersonate:<mode>` on the user. Returns the first failure where no mode allows it; undefined where no mode is about
 * the user: nodes and service accounts are impersonated by their name alone. The mode `last` is tried first.
 */
// upstream: endpoints/filters/impersonation – the gate ConstrainedImpersonation; mode.go
export async function impersonateConstrained(
  server: ConstrainedContext,
  authenticated: Authenticated,
  wanted: ImpersonatedUser,
  last: string | undefined,
): Promise<ConstrainedUser | AccessDenied | undefined> {
  let first: AccessDenied | undefined
  const modes = modesFor(server.vocabulary, authenticated.user, wanted)
  const inOrder = [...modes].sort((a, b) => Number(b.name === last) - Number(a.name === last))
  for (const mode of inOrder) {
    try {
      await assertMode(server, authenticated, wanted, mode)
      return { groups: mode.groups ?? wanted.groups, mode: mode.name }
    } catch (error) {
      if (!(error instanceof AccessDenied)) throw error
      first ??= error
    }
  }
  return first
}

function modesFor(vocabulary: Vocabulary, sender: UserInfo, wanted: ImpersonatedUser): readonly Mode[] {
  const { username } = wanted
  const account = serviceAccountUser.exec(username)
  const node = username.startsWith(nodeUserPrefix) ? username.slice(nodeUserPrefix.length) : ''
  if (account === null && node === '') {
    return [{ name: 'user-info', resource: 'users', objectName: username, sender }]
  }
  const isNameOnly = wanted.uid === '' && wanted.groups.length === 0 && Object.keys(wanted.extra).length === 0
  if (!isNameOnly) return []
  if (account !== null) {
    const [, namespace = '', objectName = ''] = account
    const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
    return [{ name: 'serviceaccount', resource: 'serviceaccounts', objectName, namespace, groups, sender }]
  }
  const ofNode = { resource: 'nodes', groups: ['system:nodes'] }
  const associated = associatedSender(vocabulary, sender, node)
  return [
    ...(associated === undefined
      ? []
      : // The sender runs on this node, so that a permission need not name the node.
        [{ ...ofNode, name: 'associated-node', objectName: '*', sender: associated } as const]),
    { ...ofNode, name: 'arbitrary-node', objectName: node, sender },
  ]
}

/** The sender as authorizers see it, if it is a service account that runs on the node: with the keys of its extras. */
// upstream: associatedNodeImpersonationRequestorUserInfo
function associatedSender({ labelDomain }: Vocabulary, sender: UserInfo, node: string): UserInfo | undefined {
  const domain = `authentication.${labelDomain}`
  const names = sender.extra[`${domain}/node-name`] ?? []
  if (!serviceAccountUser.test(sender.username) || names.length !== 1 || names[0] !== node) return undefined
  return { ...sender, extra: { [`${domain}/associated-node-keys`]: Object.keys(sender.extra).sort() } }
}

async function assertMode(
  server: ConstrainedContext,
  authenticated: Authenticated,
  wanted: ImpersonatedUser,
  mode: Mode,
): Promise<void> {
  const requested = attributesOf({ ...authenticated, user: mode.sender })
  const group = server.vocabulary.group('authentication')
  await assertAllowed(server, { ...requested, verb: `impersonate-on:${mode.name}:${authenticated.info.verb}` })
  const part = (resource: string, name: string, more: { namespace?: string; subresource?: string } = {}) => ({
    ...requested,
    isResourceRequest: true,
    verb: `impersonate:${mode.name}`,
    group,
    version: 'v1',
    namespace: '',
    subresource: '',
    ...more,
    resource,
    name,
  })
  await assertAllowed(
    server,
    part(mode.resource, mode.objectName, mode.namespace === undefined ? {} : { namespace: mode.namespace }),
  )
  if (wanted.uid !== '') await assertAllowed(server, part('uids', wanted.uid))
  for (const name of wanted.groups) {
    if (name === systemMasters)
      throw denied(part('groups', name), `impersonating the ${systemMasters} group is not allowed`)
    await assertAllowed(server, part('groups', name))
  }
  for (const [subresource, values] of Object.entries(wanted.extra)) {
    const [problem] = isDomainPrefixedPath(subresource)
    if (problem !== undefined) {
      const detail = `extra.key: Invalid value: ${JSON.stringify(subresource)}: ${problem}`
      throw denied(part('userextras', ''), `impersonating an invalid key in extra is not allowed: ${detail}`)
    }
    for (const name of values) await assertAllowed(server, part('userextras', name, { subresource }))
  }
}
