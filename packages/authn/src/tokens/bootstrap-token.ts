import { parseTime, systemClock, type Clock, type Vocabulary } from '@pinnace/meta'
import { isEqualSecret } from './is-equal-secret.ts'
import { readSecretText, type SecretObject } from '../service-accounts/secret-object.ts'
import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'

/** Options for {@link createBootstrapTokenAuthenticator}. */
export interface BootstrapTokenOptions {
  readonly vocabulary: Vocabulary
  /** Returns the secret of that name in the system namespace, `undefined` where there is none. */
  readonly readSecret: (name: string) => Promise<SecretObject | undefined> | SecretObject | undefined
  readonly clock?: Clock
}

/**
 * Creates an authenticator for bootstrap tokens, `id.secret`, which are stored as secrets in the system namespace. It has
 * no opinion on a token that is unknown, expired, malformed or not for authentication.
 */
// upstream: plugin/pkg/auth/authenticator/token/bootstrap/bootstrap.go
export function createBootstrapTokenAuthenticator(options: BootstrapTokenOptions): TokenAuthenticator {
  const { vocabulary, readSecret, clock = systemClock } = options
  const type = `bootstrap.${vocabulary.labelDomain}/token`
  return (token) => {
    const [, id, secret] = /^([a-z0-9]{6})\.([a-z0-9]{16})$/.exec(token) ?? []
    return id === undefined || secret === undefined ? undefined : verdictOf(id, secret)
  }

  async function verdictOf(id: string, secret: string): Promise<TokenVerdict | undefined> {
    const object = await readSecret(`bootstrap-token-${id}`)
    if (object === undefined || object.metadata.deletionTimestamp !== undefined || object.type !== type) {
      return undefined
    }
    if (!isEqualSecret(readSecretText(object, 'token-secret'), secret) || readSecretText(object, 'token-id') !== id)
      return undefined
    const expiresAtMs = readExpiration(readSecretText(object, 'expiration'))
    if (expiresAtMs !== undefined && clock.now() >= expiresAtMs) return undefined
    if (readSecretText(object, 'usage-bootstrap-authentication') !== 'true') return undefined
    const groups = readGroups(readSecretText(object, 'auth-extra-groups'))
    if (groups === undefined) return undefined
    const user = Object.freeze({ username: `system:bootstrap:${id}`, groups, extra: Object.freeze({}) })
    return { user, ...(expiresAtMs !== undefined && { expiresAtMs }) }
  }
}

/** `undefined` for a token that does not expire; a malformed time counts as past. */
// upstream: cluster-bootstrap/util/secrets, HasExpired
function readExpiration(text: string): number | undefined {
  if (text === '') return undefined
  return parseTime(text) ?? 0
}

const defaultGroup = 'system:bootstrappers'

/** The groups, sorted and without duplicates; `undefined` where one is not a bootstrap group. */
// upstream: cluster-bootstrap/util/secrets, GetGroups
function readGroups(text: string): readonly string[] | undefined {
  const groups = new Set([defaultGroup])
  for (const group of text === '' ? [] : text.split(',')) {
    if (!/^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/.test(group)) return undefined
    groups.add(group)
  }
  return Object.freeze([...groups].sort())
}
