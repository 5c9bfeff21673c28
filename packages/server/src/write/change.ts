import type { ApiObject, GroupVersionKind, TimeSlices } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import type { RequestScope } from '../request/request-scope.ts'
import type { WriteContext } from './write-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { Live } from './read-live.ts'

/** The part of a write that differs between verbs: how the object to be stored is computed from the live one. */
export interface Proposal {
  /**
   * The object to be stored, computed from the live one (`undefined` if it does not exist). `live` is frozen; the write
   * may edit the result. Throws a StatusError for an invalid request. `pace` as in {@link Write}.
   */
  propose(live: ApiObject | undefined, pace: TimeSlices | undefined): Promise<Draft> | Draft
  /** The size of the body. @default 0 */
  readonly byteLength?: number
  /** The strategy of the resource, or of a subresource. */
  readonly strategy: Strategy
  readonly options: WriteOptions
  /** True to retry a conflict: with a new name if the name is taken, otherwise on the newer object. */
  readonly retry: boolean
  /** How the write is recorded in managedFields. */
  readonly ownership: Ownership
  /** `none` for a write of the server itself, or one that has already been admitted. @default the write is admitted */
  readonly admission?: 'none'
  /** The subresource whose body differs from the object, such as `scale`: admission sees that body. */
  readonly subresource?: ProposedSubresource
}

/** Converts between an object and the body of its subresource, which is of another kind. */
export interface ProposedSubresource {
  readonly kind: GroupVersionKind
  read(object: ApiObject): Draft
  /** Copies the fields of the body into the object. */
  write(next: Draft, body: ApiObject): void
}

/** How a write changes the ownership of fields. */
export type Ownership =
  /** The manager owns the fields it changed. */
  | { readonly type: 'update'; readonly manager: string }
  /** The proposal is an apply, which has already computed the managed fields. */
  | { readonly type: 'applied' }
  /** The body is of another kind: the write changes no owners. */
  | { readonly type: 'untracked' }

/** One attempt at a write. */
export interface Write {
  readonly server: WriteContext
  readonly scope: RequestScope
  readonly proposal: Proposal
  readonly live: Live | undefined
  readonly next: Draft
  /** The turns of the stages of a large write; undefined for others. */
  readonly pace: TimeSlices | undefined
}
