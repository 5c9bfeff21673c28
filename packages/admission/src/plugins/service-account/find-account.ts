import { thenMaybe, delay, randomBetween, type Awaitable } from '@pinnace/meta'
import type { ServiceAccount } from '@pinnace/types/core-v1'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { nameProblem } from '../name-problem.ts'
import { refusal } from '../../refusal.ts'

/** Returns the service account of a pod; throws a refusal if there is none. */
export type FindAccount = (attributes: AdmissionAttributes, name: string) => Awaitable<ServiceAccount>

const accounts = { group: '', resource: 'serviceaccounts' }
const maxTries = 10
const pauseMs = [100, 200] as const
const turns = 2

/** Creates a finder of stored accounts. It waits for the default account of a namespace, which a controller creates. */
// upstream: serviceaccount/admission.go, getServiceAccount
export function createAccountFinder({ objects, clock, random }: PluginContext): FindAccount {
  const find = (attributes: AdmissionAttributes, name: string): Awaitable<ServiceAccount | undefined> =>
    objects.get<ServiceAccount>(accounts, attributes.namespace, name)
  const waitFor = async (attributes: AdmissionAttributes, name: string): Promise<ServiceAccount | undefined> => {
    // A controller in this process needs turns of the event loop, but no time: a fake clock may stand still.
    for (let turn = 0; turn < turns; turn++) {
      await new Promise<void>((resolve) => clock.soon(resolve))
      const account = await find(attributes, name)
      if (account !== undefined) return account
    }
    const pause = randomBetween(random, ...pauseMs)
    for (let tries = 1; tries < maxTries; tries++) {
      await delay(clock, pause, attributes.signal)
      const account = await find(attributes, name)
      if (account !== undefined) return account
    }
    return undefined
  }
  return (attributes, name) =>
    thenMaybe(
      thenMaybe(find(attributes, name), (account) =>
        account !== undefined || name !== 'default' ? account : waitFor(attributes, name),
      ),
      (account) => account ?? missing(attributes, name),
    )
}

function missing(attributes: AdmissionAttributes, name: string): never {
  const what = `${attributes.namespace}/${name}`
  const problem = nameProblem(name) ?? `serviceaccount ${JSON.stringify(name)} not found`
  throw refusal(attributes, `error looking up service account ${what}: ${problem}`)
}
