import type { FieldRequirement, LabelRequirement, UserInfo } from '@pinnace/meta'

/** What a decision may look at. */
export interface AuthorizerAttributes {
  readonly user: UserInfo
  /** A {@link Verb}, a special verb, or the lower-case HTTP method of a non-resource request. */
  readonly verb: string
  readonly isResourceRequest: boolean
  /** The decoded path. */
  readonly path: string
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  /** What a list, watch or deletecollection is narrowed to; absent where it is not, or where the selector is no good. */
  readonly fieldRequirements?: readonly FieldRequirement[]
  /** As {@link fieldRequirements}, by label. */
  readonly labelRequirements?: readonly LabelRequirement[]
}

/** An authorizer's answer. `reason` is for logs and for explain, and is shown to the caller of a denied request. */
export interface Decision {
  readonly effect: 'allow' | 'deny' | 'noOpinion'
  readonly reason: string
}

/** Says whether a user may. A thrown error means "cannot tell". */
export type Authorizer = (attributes: AuthorizerAttributes) => Promise<Decision> | Decision
