import { staleObject, type ApiObject } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../outcome.ts'
import type { Draft } from '../served-resource.ts'
import { mutatingAdmission, validatingAdmission } from './admit.ts'
import { commit } from './commit.ts'
import { fillSystemFields } from './fill-system-fields.ts'
import { fillDefaults, prepare } from './prepare.ts'
import { readLive, type Live } from './read-live.ts'
import { refuseEscalation } from './refuse-escalation.ts'
import { trackFields } from './track-fields.ts'
import { validate } from './validate.ts'

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
  readonly core: ServerCore
  readonly call: Call
  readonly proposal: Proposal
  readonly live: Live | undefined
  readonly next: Draft
}

const maxTries = 8

/**
 * The one path of create, update, patch and apply. A conflict starts again from the live object, where the client
 * named no version.
 */
export async function write(core: ServerCore, call: Call, proposal: Proposal): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    // order: begin
    const live = await readLive(call)
    const next = await proposal.propose(live?.object)
    const change: Write = { core, call, proposal, live, next }
    fillDefaults(change)
    trackFields(change)
    await mutatingAdmission(change)
    await refuseEscalation(change)
    fillSystemFields(change)
    const release = prepare(change)
    try {
      validate(change)
      await validatingAdmission(change)
      const outcome = await commit(change)
      // order: end
      if (outcome !== undefined) return outcome
    } finally {
      release()
    }
    if (!proposal.retry || tries === maxTries) throw staleObject(call.served.gvr, call.name)
  }
}
