import { createHmac, randomBytes } from 'node:crypto'
import { unauthorized, type UserInfo } from '@pinnace/meta'
import type { Authenticator } from './authenticator.ts'
import { readBearerToken } from './bearer-token.ts'
import { parseCsv } from './csv.ts'

/** One line of a token file. */
export interface TokenFileEntry {
  readonly token: string
  readonly user: UserInfo
}

/**
 * Reads a token file: CSV lines `token,user,uid[,"group1,group2"]`. Throws TypeError with the line number for a line of
 * fewer than three columns, an empty token, or a token that stands twice.
 */
// upstream: apiserver/pkg/authentication/token/tokenfile
export function parseTokenFile(text: string): readonly TokenFileEntry[] {
  const entries: TokenFileEntry[] = []
  const seen = new Set<string>()
  for (const { fields, line } of parseCsv(text)) {
    const [token = '', username = '', uid = '', groups = ''] = fields
    if (fields.length < 3) {
      throw new TypeError(
        `token file line ${line}: at least 3 columns (token, user name, user uid), found ${fields.length}`,
      )
    }
    if (token === '') throw new TypeError(`token file line ${line}: the token is empty`)
    if (username === '') throw new TypeError(`token file line ${line}: the user name is empty`)
    if (seen.has(token)) throw new TypeError(`token file line ${line}: the token stands on an earlier line too`)
    seen.add(token)
    const names = groups
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== '')
    entries.push({
      token,
      user: Object.freeze({ username, uid, groups: Object.freeze(names), extra: Object.freeze({}) }),
    })
  }
  return entries
}

/** Knows the tokens of a list; a bearer token that is not in it is refused. */
export function createTokenFileAuthenticator(entries: readonly TokenFileEntry[]): Authenticator {
  // Tokens are kept and looked up as keyed digests only, so neither timing nor a heap dump tells one.
  const key = randomBytes(32)
  const digest = (token: string): Buffer => createHmac('sha256', key).update(token).digest()
  const users = new Map(entries.map(({ token, user }) => [digest(token).toString('latin1'), user]))
  return (request) => {
    const token = readBearerToken(request)
    if (token === undefined) return undefined
    const presented = digest(token)
    const user = users.get(presented.toString('latin1'))
    if (user === undefined) throw unauthorized()
    return user
  }
}
