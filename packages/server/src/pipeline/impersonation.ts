import { BoundedMap, systemAuthenticated, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { FeatureGates } from '@pinnace/versioning'
import { AccessDenied, assertAllowed, attributesOf, type AuthorizationContext } from './authorize.ts'
import { impersonateConstrained } from './constrained-impersonation.ts'
import { readImpersonatedUser, serviceAccountUser, type ImpersonatedUser } from './impersonated-user.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Authenticated, ImpersonatedRequest } from './stages.ts'

/** What impersonation needs of the server. */
export interface ImpersonationContext extends AuthorizationContext {
  readonly vocabulary: Vocabulary
  readonly features: FeatureGates
}

const systemUnauthenticated = 'system:unauthenticated'

/**
 * Replaces the user with the one that the impersonation headers name. Throws 403 unless the sender may impersonate
 * every part of it, and 400 for groups, a uid or extras without a user (`impersonated-user.ts`). Each header line is one value.
 */
// upstream: endpoints/filters/impersonation
export function impersonate(
  server: ImpersonationContext,
  authenticated: Authenticated,
  incoming: IncomingRequest<unknown>,
): Promise<ImpersonatedRequest> | ImpersonatedRequest {
  const wanted = readImpersonatedUser(incoming.rawHeaders)
  if (wanted !== undefined) return actAs(server, authenticated, wanted)
  const { info, deadlineMs, warnings, user } = authenticated
  return { info, deadlineMs, warnings, user, impersonator: undefined }
}

/** The mode that last allowed a sender to impersonate, by its name: it is tried first. A memo of each server. */
const lastModes = new WeakMap<ImpersonationContext, BoundedMap<string, string>>()

// upstream: modeIndexCache
const maxSenders = 10_000

const legacy = 'legacy'

async function actAs(
  server: ImpersonationContext,
  authenticated: Authenticated,
  wanted: ImpersonatedUser,
): Promise<ImpersonatedRequest> {
  const { user: impersonator } = authenticated
  const account = serviceAccountUser.exec(wanted.username)
  const asWanted = (): ImpersonatedRequest => ({ ...authenticated, user: toUser(wanted, account?.[1]), impersonator })
  const refused = (): Promise<AccessDenied | undefined> =>
    refusalOf(() => assertImpersonates(server, authenticated, wanted))
  if (!server.features.isEnabled('ConstrainedImpersonation')) {
    const refusal = await refused()
    if (refusal !== undefined) throw refusal
    return asWanted()
  }
  const modes = modesOf(server)
  const last = modes.get(impersonator.username)
  const before = last === legacy ? await refused() : undefined
  if (last === legacy && before === undefined) return asWanted()
  const constrained = await impersonateConstrained(server, authenticated, wanted, last)
  if (constrained !== undefined && !(constrained instanceof AccessDenied)) {
    const { groups, mode } = constrained
    modes.set(impersonator.username, mode)
    return { ...authenticated, user: toUser({ ...wanted, groups }), impersonator, constraint: `impersonate:${mode}` }
  }
  const refusal = before ?? (await refused())
  // The first refusal counts, which names the constrained verbs unless the other way was tried before.
  if (refusal !== undefined) throw before ?? constrained ?? refusal
  modes.set(impersonator.username, legacy)
  return asWanted()
}

function modesOf(server: ImpersonationContext): BoundedMap<string, string> {
  let modes = lastModes.get(server)
  if (modes === undefined) lastModes.set(server, (modes = new BoundedMap({ maxEntries: maxSenders })))
  return modes
}

async function refusalOf(check: () => Promise<void>): Promise<AccessDenied | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof AccessDenied) return error
    throw error
  }
}

/** Throws 403 unless the sender has the verb `impersonate` on every part of the wanted user. */
async function assertImpersonates(
  server: ImpersonationContext,
  authenticated: Authenticated,
  wanted: ImpersonatedUser,
): Promise<void> {
  const authentication = server.vocabulary.group('authentication')
  const ask = asking(server, authenticated, 'impersonate')
  const account = serviceAccountUser.exec(wanted.username)
  if (account === null) await ask({ resource: 'users', name: wanted.username })
  else await ask({ resource: 'serviceaccounts', name: account[2] ?? '', namespace: account[1] ?? '' })
  for (const group of wanted.groups) await ask({ resource: 'groups', name: group })
  await askForExtra(ask, wanted, authentication)
}

type Ask = (part: {
  readonly resource: string
  readonly name: string
  readonly group?: string
  readonly namespace?: string
  readonly subresource?: string
}) => Promise<void>

function asking(server: ImpersonationContext, authenticated: Authenticated, verb: string): Ask {
  return ({ group = '', namespace = '', subresource = '', resource, name }) =>
    assertAllowed(server, {
      ...attributesOf(authenticated),
      isResourceRequest: true,
      verb,
      group,
      version: 'v1',
      namespace,
      resource,
      subresource,
      name,
    })
}

async function askForExtra(ask: Ask, wanted: ImpersonatedUser, group: string): Promise<void> {
  for (const [subresource, values] of Object.entries(wanted.extra)) {
    for (const name of values) await ask({ group, resource: 'userextras', subresource, name })
  }
  if (wanted.uid !== '') await ask({ group, resource: 'uids', name: wanted.uid })
}

function toUser({ username, uid, groups, extra }: ImpersonatedUser, namespace?: string): UserInfo {
  const all = [...groups]
  if (namespace !== undefined && groups.length === 0) {
    all.push('system:serviceaccounts', `system:serviceaccounts:${namespace}`)
  }
  if (!all.includes(systemAuthenticated) && !all.includes(systemUnauthenticated)) {
    all.push(username === 'system:anonymous' ? systemUnauthenticated : systemAuthenticated)
  }
  return { username, ...(uid === '' ? {} : { uid }), groups: all, extra }
}
