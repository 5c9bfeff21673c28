import type { ApiObject, GroupVersionKind } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import type { RequestScope } from '../request/request-scope.ts'
import type { WriteContext } from './write-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { Live } from './read-live.ts'

/** What makes one writing verb differ from another: what it makes of the live object. */
export interface Proposal {
  /**
   * The object to be stored, from the live one (`undefined`: there is none). `live` is frozen; what is returned belongs
   * to the write. Throws what the client did wrong.
   */
  propose(live: ApiObject | undefined): Promise<Draft> | Draft
  /** The rules of the write: the resource's own, or a view's. */
  readonly strategy: Strategy
  readonly options: WriteOptions
  /** A name that is taken, or a version that has moved on, is tried again with a new name or on the newer object. */
  readonly retry: boolean
  /** The verb as managedFields know it. */
  readonly ownership: Ownership
  /** `none`: the server's own doing, or asked about already. @default asked about as it is written */
  readonly admission?: 'none'
  /** What is written is another kind's view of the object, and admission sees that. */
  readonly view?: ProposedView
}

/** An object seen, and changed, as another kind. */
export interface ProposedView {
  readonly kind: GroupVersionKind
  read(object: ApiObject): Draft
  /** Puts what the view says into the object. */
  write(next: Draft, view: ApiObject): void
}

/** How a write changes who owns what. */
export type Ownership =
  /** The writer owns what it changed. */
  | { readonly type: 'update'; readonly manager: string }
  /** The proposal is an apply, which has worked out the owners itself. */
  | { readonly type: 'applied' }
  /** The body is of another kind, and its writer owns nothing. */
  | { readonly type: 'untracked' }

/** One try at a write, as it grows. */
export interface Write {
  readonly server: WriteContext
  readonly scope: RequestScope
  readonly proposal: Proposal
  readonly live: Live | undefined
  readonly next: Draft
}
