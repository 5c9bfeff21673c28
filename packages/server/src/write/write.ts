import { staleObject } from '@pinnace/meta'
import { paceOf } from '../request/pace.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { WriteContext } from './write-context.ts'
import type { Outcome } from '../storage/outcome.ts'
import type { Proposal, Write } from './change.ts'
import { mutatingAdmission, validatingAdmission } from './admit.ts'
import { commit } from './commit.ts'
import { fillSystemFields } from './fill-system-fields.ts'
import { fillDefaults, prepare } from './prepare.ts'
import { readLive } from './read-live.ts'
import { refuseEscalation } from './refuse-escalation.ts'
import { shareUnchanged } from './share-unchanged.ts'
import { trackFields } from './track-fields.ts'
import { validate } from './validate.ts'
import { WriteTurn } from './write-turns.ts'

const maxTries = 8

/**
 * The write path of create, update, patch and apply. After a conflict it starts again from the live object, unless the
 * client specified a resourceVersion. Throws 409 after 8 attempts.
 */
export async function write(server: WriteContext, scope: RequestScope, proposal: Proposal): Promise<Outcome> {
  const turn = new WriteTurn(server.clock)
  try {
    for (let tries = 1; ; tries++) {
      const outcome = await attempt({ server, scope, proposal }, turn)
      if (outcome !== undefined) return outcome
      if (!proposal.retry || tries === maxTries) throw staleObject(scope.served.gvr, scope.name)
    }
  } finally {
    turn.end()
  }
}

/** One attempt; undefined after a conflict. A step that does not have to wait is not awaited. */
async function attempt(
  { server, scope, proposal }: Pick<Write, 'server' | 'scope' | 'proposal'>,
  turn: WriteTurn,
): Promise<Outcome | undefined> {
  // order: begin
  const reading = readLive(scope, turn)
  const live = reading instanceof Promise ? await reading : reading
  const pace = paceOf(server, scope, Math.max(proposal.byteLength ?? 0, live?.weight ?? 0))
  const proposed = proposal.propose(live?.object, pace)
  const next = proposed instanceof Promise ? await proposed : proposed
  const change: Write = { server, scope, proposal, live, next, pace }
  fillDefaults(change)
  const tracked = trackFields(change)
  if (tracked instanceof Promise) await tracked
  const admitted = mutatingAdmission(change)
  if (admitted instanceof Promise) await admitted
  const unescalated = refuseEscalation(change)
  if (unescalated instanceof Promise) await unescalated
  fillSystemFields(change)
  const prepared = prepare(change)
  const release = prepared instanceof Promise ? await prepared : prepared
  let isCommitted = false
  try {
    shareUnchanged(change)
    const validated = validate(change)
    if (validated instanceof Promise) await validated
    const approved = validatingAdmission(change)
    if (approved instanceof Promise) await approved
    const outcome = await commit(change)
    isCommitted = outcome !== undefined
    return outcome
    // order: end
  } finally {
    const released = release(isCommitted)
    if (released instanceof Promise) await released
  }
}
