// The process that attacks: `attacker.ts NAME FOLDER`, under run-attack.ts.
import type { AttackServer } from '../attack.ts'
import { loadAttack } from './attacks.ts'
import { createJudge, type Verdict } from './judge.ts'
import { createTarget, type Place } from './target.ts'

/** Messages of the attacking process. */
export type FromAttacker =
  | { readonly step: 'server'; readonly server: AttackServer }
  | { readonly step: 'prepared' }
  | { readonly step: 'done'; readonly verdict: Verdict }

/** Messages to the attacking process. */
export type ToAttacker = { readonly step: 'prepare'; readonly place: Place } | { readonly step: 'attack' }

const [name = '', folder = ''] = process.argv.slice(2)
const send = (message: FromAttacker): void => void process.send?.(message)
const attack = await loadAttack(name)
const judge = createJudge()
const step = (): Promise<ToAttacker> =>
  new Promise((resolve) => {
    process.once('message', (message) => resolve(message as ToAttacker))
  })
// An attack does not outlive a run that is interrupted.
process.once('disconnect', () => process.exit(1))
// An attack that fails to attack has failed.
process.on('uncaughtException', (error) => fail(error))
process.on('unhandledRejection', (error) => fail(error))

function fail(error: unknown): void {
  const { facts, failures } = judge
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  send({ step: 'done', verdict: { facts, failures: [...failures, text] } })
}

const prepareStep = step()
send({ step: 'server', server: (await attack.server?.(folder)) ?? {} })
const first = await prepareStep
if (first.step === 'prepare') {
  const target = createTarget(first.place, 'full')
  await attack.prepare?.(target)
  const attackStep = step()
  send({ step: 'prepared' })
  await attackStep
  await attack.run(target, judge)
  send({ step: 'done', verdict: { facts: judge.facts, failures: judge.failures } })
}
