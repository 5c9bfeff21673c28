// Made by scripts/generate-types.mjs; do not edit.
import type { ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Time } from '../scalars.ts'

/** authentication.v1.BoundObjectReference */
export interface BoundObjectReference {
  readonly kind?: string
  readonly apiVersion?: string
  readonly name?: string
  readonly uid?: string
}

/** authentication.v1.SelfSubjectReview */
export interface SelfSubjectReview extends ApiObject {
  readonly status?: SelfSubjectReviewStatus
}

/** authentication.v1.SelfSubjectReviewStatus */
export interface SelfSubjectReviewStatus {
  readonly userInfo?: UserInfo
}

/** authentication.v1.TokenRequest */
export interface TokenRequest extends ApiObject {
  readonly spec?: TokenRequestSpec
  readonly status?: TokenRequestStatus
}

/** authentication.v1.TokenRequestSpec */
export interface TokenRequestSpec {
  readonly audiences?: readonly string[] | null
  readonly expirationSeconds?: number
  readonly boundObjectRef?: BoundObjectReference
}

/** authentication.v1.TokenRequestStatus */
export interface TokenRequestStatus {
  readonly token?: string
  readonly expirationTimestamp?: Time
}

/** authentication.v1.TokenReview */
export interface TokenReview extends ApiObject {
  readonly spec: TokenReviewSpec
  readonly status?: TokenReviewStatus
}

/** authentication.v1.TokenReviewSpec */
export interface TokenReviewSpec {
  readonly token: string
  readonly audiences?: readonly string[]
}

/** authentication.v1.TokenReviewStatus */
export interface TokenReviewStatus {
  readonly authenticated?: boolean
  readonly user?: UserInfo
  readonly audiences?: readonly string[]
  readonly error?: string
}

/** authentication.v1.UserInfo */
export interface UserInfo {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
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
