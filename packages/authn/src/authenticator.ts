import type { HttpRequest, UserInfo } from '@pinnace/meta'

/**
 * Says who a request is from: a user, `undefined` for "no opinion: ask the next", or a thrown error for
 * "these credentials are bad", which ends in 401 unless another authenticator succeeds.
 */
export type Authenticator = (request: HttpRequest) => Promise<UserInfo | undefined> | UserInfo | undefined
