// Made by scripts/generate-types.mjs; do not edit.
import type { ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { UserInfo as AuthenticationUserInfo } from './authentication-v1.ts'

/** authentication.v1beta1.SelfSubjectReview */
export interface SelfSubjectReview extends ApiObject {
  readonly status?: SelfSubjectReviewStatus
}

/** authentication.v1beta1.SelfSubjectReviewStatus */
export interface SelfSubjectReviewStatus {
  readonly userInfo?: AuthenticationUserInfo
}

/** authentication.v1beta1.TokenReview */
export interface TokenReview extends ApiObject {
  readonly spec: TokenReviewSpec
  readonly status?: TokenReviewStatus
}

/** authentication.v1beta1.TokenReviewSpec */
export interface TokenReviewSpec {
  readonly token: string
  readonly audiences?: readonly string[]
}

/** authentication.v1beta1.TokenReviewStatus */
export interface TokenReviewStatus {
  readonly authenticated?: boolean
  readonly user?: UserInfo
  readonly audiences?: readonly string[]
  readonly error?: string
}

/** authentication.v1beta1.UserInfo */
export interface UserInfo {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
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
