// Made by scripts/generate-types.mjs; do not edit.
import type { ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { UserInfo as AuthenticationUserInfo } from './authentication-v1.ts'

/**
 * authentication.v1beta1.SelfSubjectReview
 *
 * Answers who the request comes from, as the server sees it after authentication and impersonation.
 */
export interface SelfSubjectReview extends ApiObject {
  /** The answer. */
  readonly status?: SelfSubjectReviewStatus
}

/**
 * authentication.v1beta1.SelfSubjectReviewStatus
 *
 * Who a request comes from.
 */
export interface SelfSubjectReviewStatus {
  /** The user. */
  readonly userInfo?: AuthenticationUserInfo
}

/**
 * authentication.v1beta1.TokenReview
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
 * authentication.v1beta1.TokenReviewSpec
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
 * authentication.v1beta1.TokenReviewStatus
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
 * authentication.v1beta1.UserInfo
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
export const authenticationV1beta1Types: TypeTable = {
  'authentication.v1beta1.SelfSubjectReview': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
status 2 authentication.v1beta1.SelfSubjectReviewStatus omitempty`,
  'authentication.v1beta1.SelfSubjectReviewStatus': `userInfo 1 authentication.v1.UserInfo omitempty`,
  'authentication.v1beta1.TokenReview': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 authentication.v1beta1.TokenReviewSpec required
status 3 authentication.v1beta1.TokenReviewStatus omitempty`,
  'authentication.v1beta1.TokenReviewSpec': `token 1 string required omitempty
audiences 2 []string omitempty list=atomic`,
  'authentication.v1beta1.TokenReviewStatus': `authenticated 1 boolean omitempty
user 2 authentication.v1beta1.UserInfo omitempty
audiences 4 []string omitempty list=atomic
error 3 string omitempty`,
  'authentication.v1beta1.UserInfo': `username 1 string omitempty
uid 2 string omitempty
groups 3 []string omitempty list=atomic
extra 4 map:[]string omitempty`,
}
