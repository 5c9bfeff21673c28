import { headerText, quote } from '@pinnace/meta'
import { FilterRefusal } from './filter-refusal.ts'

/** The user that the headers of a request name. */
export interface ImpersonatedUser {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** Names of service accounts: their namespace and name. */
export const serviceAccountUser: RegExp = /^system:serviceaccount:([^:]+):([^:]+)$/

const extraPrefix = 'impersonate-extra-'

/**
 * Reads the user that the headers `Impersonate-*` name; undefined without them. Throws 400 for groups, a uid or extras
 * without a user. The first line of a name counts for the user and the uid, every line for groups and extras.
 */
export function readImpersonatedUser(rawHeaders: readonly string[]): ImpersonatedUser | undefined {
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
