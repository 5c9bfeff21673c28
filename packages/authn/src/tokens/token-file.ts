import { hash, randomBytes } from 'node:crypto'
import { withErrorCodes, type UserInfo } from '@pinnace/meta'
import type { Authenticator } from '../authenticator.ts'
import { bearerAuthenticator } from './bearer-authenticator.ts'
import { parseCsv } from './csv.ts'
import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'

/** One line of a token file. */
export interface TokenFileEntry {
  readonly token: string
  readonly user: UserInfo
}

/**
 * Parses a token file: CSV lines `token,user,uid[,"group1,group2"]`. Throws a TypeError with the line number for a line
 * with fewer than three columns, an empty token, an empty username, or a duplicate token.
 */
// upstream: apiserver/pkg/authentication/token/tokenfile
export function parseTokenFile(text: string): readonly TokenFileEntry[] {
  return withErrorCodes('authenticator-options', () => readEntries(text))
}

function readEntries(text: string): readonly TokenFileEntry[] {
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

/** Creates a token authenticator for the tokens of a list; it has no opinion on other tokens. */
export function tokenFileTokenAuthenticator(entries: readonly TokenFileEntry[]): TokenAuthenticator {
  // Tokens are kept and looked up as salted digests, so neither timing nor a heap dump reveals them. The digests are
  // never shown to clients, so an HMAC, which takes four times as long, is not needed.
  const salt = randomBytes(32).toString('base64')
  const digest = (token: string): string => hash('sha256', salt + token, 'base64')
  const verdicts = new Map<string, TokenVerdict>(
    entries.map(({ token, user }) => [digest(token), Object.freeze({ user })]),
  )
  return (token) => (verdicts.size === 0 ? undefined : verdicts.get(digest(token)))
}

/** Creates an authenticator for the bearer tokens of a list; other tokens are rejected. For servers without other tokens. */
export function createTokenFileAuthenticator(entries: readonly TokenFileEntry[]): Authenticator {
  return bearerAuthenticator(tokenFileTokenAuthenticator(entries))
}
