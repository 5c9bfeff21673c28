// Made by scripts/generate-types.mjs; do not edit.
import type { ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Time } from '../scalars.ts'

/**
 * authentication.v1.BoundObjectReference
 *
 * An object whose existence a token depends on.
 */
export interface BoundObjectReference {
  /** Pod, Secret or Node. */
  readonly kind?: string
  /** The group and version of the kind. */
  readonly apiVersion?: string
  /** The name of the object. */
  readonly name?: string
  /** The uid of the object. If given, it must be that of the present one. */
  readonly uid?: string
}

/**
 * authentication.v1.SelfSubjectReview
 *
 * Answers who the request comes from, as the server sees it after authentication and impersonation.
 */
export interface SelfSubjectReview extends ApiObject {
  /** The answer. */
  readonly status?: SelfSubjectReviewStatus
}

/**
 * authentication.v1.SelfSubjectReviewStatus
 *
 * Who a request comes from.
 */
export interface SelfSubjectReviewStatus {
  /** The user. */
  readonly userInfo?: UserInfo
}

/**
 * authentication.v1.TokenRequest
 *
 * Asks for a token of a service account. Created at the subresource token of the account.
 */
export interface TokenRequest extends ApiObject {
  /** What the token should be good for. */
  readonly spec?: TokenRequestSpec
  /** The token. It is filled in by the server. */
  readonly status?: TokenRequestStatus
}

/**
 * authentication.v1.TokenRequestSpec
 *
 * What a token should be good for.
 */
export interface TokenRequestSpec {
  /** Whom the token is for: those who receive it must find themselves here. Empty means the API server. */
  readonly audiences?: readonly string[] | null
  /**
   * Seconds for which the token should be valid, at least 600. The default is 3600; the server may choose otherwise.
   */
  readonly expirationSeconds?: number
  /** An object with which the token becomes invalid: it is refused once the object is deleted. */
  readonly boundObjectRef?: BoundObjectReference
}

/**
 * authentication.v1.TokenRequestStatus
 *
 * A token that was requested.
 */
export interface TokenRequestStatus {
  /** The token, to be sent behind "Bearer" in a header. */
  readonly token?: string
  /** When the token becomes invalid. */
  readonly expirationTimestamp?: Time
}

/**
 * authentication.v1.TokenReview
 *
 * Asks whether a token is valid and whose it is. Answers may be cached for a while.
 */
export interface TokenReview extends ApiObject {
  /** The question. */
  readonly spec: TokenReviewSpec
  /** The answer. It is filled in by the server. */
  readonly status?: TokenReviewStatus
}

/**
 * authentication.v1.TokenReviewSpec
 *
 * The token that is asked about.
 */
export interface TokenReviewSpec {
  /** The token, as it stands behind "Bearer" in a header. */
  readonly token: string
  /** Whom the token should be for. One of them is enough; without any, it should be for the API server. */
  readonly audiences?: readonly string[]
}

/**
 * authentication.v1.TokenReviewStatus
 *
 * What is known of a token.
 */
export interface TokenReviewStatus {
  /** Whether the token is valid and belongs to a known user. */
  readonly authenticated?: boolean
  /** Whose token it is. */
  readonly user?: UserInfo
  /**
   * Those of the audiences asked for that the token is for. A server that leaves them out does not know audiences: its
   * answer then counts for the API server only.
   */
  readonly audiences?: readonly string[]
  /** Why the token could not be checked. */
  readonly error?: string
}

/**
 * authentication.v1.UserInfo
 *
 * A user as requests are attributed to one.
 */
export interface UserInfo {
  /** The name, which is unique among all that are active. */
  readonly username?: string
  /** An identifier that outlives the name: another user of the same name later has another one. */
  readonly uid?: string
  /** The groups that the user is in. */
  readonly groups?: readonly string[]
  /** Further data that the authenticator knows, by key. */
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Fields of the types of this file, one line each. */
export const authenticationV1Types: TypeTable = {
  'authentication.v1.BoundObjectReference': `kind 1 string omitempty
apiVersion 2 string omitempty
name 3 string omitempty
uid 4 string omitempty go=types.UID`,
  'authentication.v1.SelfSubjectReview': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
status 2 authentication.v1.SelfSubjectReviewStatus omitempty`,
  'authentication.v1.SelfSubjectReviewStatus': `userInfo 1 authentication.v1.UserInfo omitempty`,
  'authentication.v1.TokenRequest': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 authentication.v1.TokenRequestSpec
status 3 authentication.v1.TokenRequestStatus omitempty`,
  'authentication.v1.TokenRequestSpec': `audiences 1 []string list=atomic
expirationSeconds 4 int64 pointer
boundObjectRef 3 authentication.v1.BoundObjectReference pointer`,
  'authentication.v1.TokenRequestStatus': `token 1 string
expirationTimestamp 2 time`,
  'authentication.v1.TokenReview': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 authentication.v1.TokenReviewSpec required
status 3 authentication.v1.TokenReviewStatus omitempty`,
  'authentication.v1.TokenReviewSpec': `token 1 string required omitempty
audiences 2 []string omitempty list=atomic`,
  'authentication.v1.TokenReviewStatus': `authenticated 1 boolean omitempty
user 2 authentication.v1.UserInfo omitempty
audiences 4 []string omitempty list=atomic
error 3 string omitempty`,
  'authentication.v1.UserInfo': `username 1 string omitempty
uid 2 string omitempty
groups 3 []string omitempty list=atomic
extra 4 map:[]string omitempty`,
}
