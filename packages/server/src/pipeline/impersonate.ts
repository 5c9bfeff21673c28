import { badRequest, headerText, systemAuthenticated, type UserInfo, type Vocabulary } from '@pinnace/meta'
import { assertAllowed, attributesOf, type AuthorizationContext } from './authorize.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Authenticated, ImpersonatedRequest } from './stages.ts'

/** What impersonation needs of the server. */
export interface ImpersonationContext extends AuthorizationContext {
  readonly vocabulary: Vocabulary
}

const extraPrefix = 'impersonate-extra-'
const systemUnauthenticated = 'system:unauthenticated'
const serviceAccountUser = /^system:serviceaccount:([^:]+):([^:]+)$/

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

async function actAs(
  server: ImpersonationContext,
  authenticated: Authenticated,
  wanted: Wanted,
): Promise<ImpersonatedRequest> {
  const { user: impersonator, info } = authenticated
  const ask = (
    resource: string,
    name: string,
    more: { group?: string; namespace?: string; subresource?: string } = {},
  ): Promise<void> =>
    assertAllowed(server, {
      ...attributesOf(info, impersonator),
      isResourceRequest: true,
      verb: 'impersonate',
      group: more.group ?? '',
      version: 'v1',
      namespace: more.namespace ?? '',
      resource,
      subresource: more.subresource ?? '',
      name,
    })
  const authentication = server.vocabulary.group('authentication')
  const account = serviceAccountUser.exec(wanted.username)
  if (account === null) await ask('users', wanted.username)
  else await ask('serviceaccounts', account[2] ?? '', { namespace: account[1] ?? '' })
  for (const group of wanted.groups) await ask('groups', group)
  for (const [key, values] of Object.entries(wanted.extra)) {
    for (const value of values) await ask('userextras', value, { group: authentication, subresource: key })
  }
  if (wanted.uid !== '') await ask('uids', wanted.uid, { group: authentication })
  return { ...authenticated, user: toUser(wanted, account?.[1]), impersonator }
}

interface Wanted {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

// The first line of a name counts for the user and the uid, every line for groups and extras.
function readHeaders(rawHeaders: readonly string[]): Wanted | undefined {
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
  if ((username ?? uid) === undefined && groups.length === 0 && extra.size === 0) return undefined
  if (username === undefined || username === '') {
    throw badRequest('groups, a uid or extra values cannot be impersonated without impersonating a user')
  }
  return { username, uid: uid ?? '', groups, extra: Object.fromEntries(extra) }
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

function toUser({ username, uid, groups, extra }: Wanted, namespace: string | undefined): UserInfo {
  const all = [...groups]
  if (namespace !== undefined && groups.length === 0) {
    all.push('system:serviceaccounts', `system:serviceaccounts:${namespace}`)
  }
  if (!all.includes(systemAuthenticated) && !all.includes(systemUnauthenticated)) {
    all.push(username === 'system:anonymous' ? systemUnauthenticated : systemAuthenticated)
  }
  return { username, ...(uid === '' ? {} : { uid }), groups: all, extra }
}
