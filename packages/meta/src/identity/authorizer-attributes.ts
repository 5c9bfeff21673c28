import type { UserInfo } from './user-info.ts'
import type { FieldRequirement } from '../selectors/field-selector.ts'
import type { LabelRequirement } from '../selectors/label-requirement.ts'

/** The request a decision is about. */
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
  /** The field selector of a list, watch or deletecollection; absent without one, or where it is malformed. */
  readonly fieldRequirements?: readonly FieldRequirement[] | undefined
  /** The label selector, as {@link fieldRequirements}. */
  readonly labelRequirements?: readonly LabelRequirement[] | undefined
  /** When the request must be answered, in milliseconds of the monotonic clock: expressions end then. @default never */
  readonly deadlineMs?: number
}

/** The answer of an authorizer. `reason` is for logs and for explain, and the client of a denied request sees it. */
export interface Decision {
  readonly effect: 'allow' | 'deny' | 'noOpinion'
  readonly reason: string
}
