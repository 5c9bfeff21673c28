import { anonymousUser, unauthorized, type UserInfo } from '@pinnace/meta'
import type { AnonymousConfiguration } from './configuration/authentication-configuration.ts'

/** Whether a configuration accepts requests for a path, without query, that have no credentials. */
export function acceptsAnonymous(configuration: AnonymousConfiguration): (path: string) => boolean {
  const { enabled = false, conditions = [] } = configuration
  if (!enabled) return () => false
  const paths = new Set(conditions.map(({ path = '' }) => path))
  return paths.size === 0 ? () => true : (path) => paths.has(path)
}

/**
 * The user that the authenticators have found; without one, the anonymous user if `accepts` the path. Throws 401
 * otherwise. For requests with bad credentials there is nothing to decide: `firstAuthenticator` has thrown 401.
 */
// upstream: apiserver/pkg/authentication/request/{anonymous,union} – NewFailOnError
export function userOrAnonymous(
  found: UserInfo | undefined,
  accepts: (path: string) => boolean,
  path: string,
): UserInfo {
  if (found !== undefined) return found
  if (!accepts(path)) throw unauthorized()
  return anonymousUser
}
