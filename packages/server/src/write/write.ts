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

/** One attempt; undefined after a conflict. */
async function attempt(
  { server, scope, proposal }: Pick<Write, 'server' | 'scope' | 'proposal'>,
  turn: WriteTurn,
): Promise<Outcome | undefined> {
  // order: begin
  const live = await readLive(scope, turn)
  const pace = paceOf(server, scope, Math.max(proposal.byteLength ?? 0, live?.value.byteLength ?? 0))
  const next = await proposal.propose(live?.object, pace)
  const change: Write = { server, scope, proposal, live, next, pace }
  fillDefaults(change)
  await trackFields(change)
  await mutatingAdmission(change)
  await refuseEscalation(change)
  fillSystemFields(change)
  const release = await prepare(change)
  try {
    const pending = validate(change)
    if (pending !== undefined) await pending
    await validatingAdmission(change)
    const outcome = await commit(change)
    // order: end
    return outcome
  } finally {
    await release()
  }
}
