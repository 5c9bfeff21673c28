import { BoundedMap, headerText, quote, systemAuthenticated, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { FeatureGates } from '@pinnace/versioning'
import { AccessDenied, assertAllowed, attributesOf, type AuthorizationContext } from './authorize.ts'
import { impersonateConstrained } from './constrained-impersonation.ts'
import { FilterRefusal } from './filter-refusal.ts'
import { serviceAccountUser, type ImpersonatedUser } from './impersonated-user.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Authenticated, ImpersonatedRequest } from './stages.ts'

/** What impersonation needs of the server. */
export interface ImpersonationContext extends AuthorizationContext {
  readonly vocabulary: Vocabulary
  readonly features: FeatureGates
}

const extraPrefix = 'impersonate-extra-'
const systemUnauthenticated = 'system:unauthenticated'

/**
 * Replaces the user with the one that the impersonation headers name. Throws 403 unless the sender may impersonate
 * every part of it, and 400 for groups, a uid or extras without a user. Each header line is one value.
 */
// upstream: endpoints/filters/impersonation
export function impersonate(
  server: ImpersonationContext,
  authenticated: Authenticated,
  incoming: IncomingRequest<unknown>,
): Promise<ImpersonatedRequest> | ImpersonatedRequest {
  const wanted = readHeaders(incoming.rawHeaders)
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

/** The 400 of an impersonation that names no user. The message prints it as kube-apiserver does, as a Go struct. */
class NamelessImpersonation extends FilterRefusal {
  constructor({ uid, groups, extra }: ImpersonatedUser) {
    const list = groups.length === 0 ? '[]string(nil)' : goStrings(groups)
    const entries = Object.entries(extra).sort(([left], [right]) => (left < right ? -1 : 1))
    const map =
      entries.length === 0
        ? '(nil)'
        : `{${entries.map(([key, values]) => `${quote(key)}:${goStrings(values)}`).join(', ')}}`
    const user = `&user.DefaultInfo{Name:"", UID:${quote(uid)}, Groups:${list}, Extra:map[string][]string${map}}`
    super('BadRequest', `requested ${user} without impersonating a user name`)
  }
}

function goStrings(values: readonly string[]): string {
  return `[]string{${values.map(quote).join(', ')}}`
}

// The first line of a name counts for the user and the uid, every line for groups and extras.
function readHeaders(rawHeaders: readonly string[]): ImpersonatedUser | undefined {
  if (!asksForImpersonation(rawHeaders)) return undefined
  let username: string | undefined
  let uid: string | undefined
  const groups: string[] = []
  const extra = new Map<string, string[]>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? ''
    if (!isImpersonation(raw)) continue
    const name = raw.toLowerCase()
    const value = headerText(rawHeaders[index + 1] ?? '')
    if (name === 'impersonate-user') username ??= value
    else if (name === 'impersonate-uid') uid ??= value
    else if (name === 'impersonate-group') groups.push(value)
    else if (name.startsWith(extraPrefix)) {
      const key = decodeKey(name.slice(extraPrefix.length))
      extra.set(key, [...(extra.get(key) ?? []), value])
    }
  }
  const wanted = { username: username ?? '', uid: uid ?? '', groups, extra: Object.fromEntries(extra) }
  if (wanted.username !== '') return wanted
  // Without a name, no user is impersonated.
  if (wanted.uid === '' && groups.length === 0 && extra.size === 0) return undefined
  throw new NamelessImpersonation(wanted)
}

// Most requests do not impersonate; their headers are not parsed.
function asksForImpersonation(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) if (isImpersonation(rawHeaders[index] ?? '')) return true
  return false
}

// A cheap test before the name is compared in full.
function isImpersonation(name: string): boolean {
  return name.length > 14 && (name.charCodeAt(0) | 0x20) === 0x69
}

function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // upstream: unescapeExtraKey – a key that is not percent-encoded is taken as it is.
    return text
  }
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
