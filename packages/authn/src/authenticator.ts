import type { HttpRequest, UserInfo } from '@pinnace/meta'

/**
 * Returns the user of a request, or `undefined` where it has no opinion because there are no credentials that it is
 * responsible for. Throws for bad credentials, which ends in 401 unless another authenticator names a user.
 */
export type Authenticator = (request: HttpRequest) => Promise<UserInfo | undefined> | UserInfo | undefined
