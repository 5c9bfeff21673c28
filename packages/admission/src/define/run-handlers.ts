import { StatusError, type ApiObject } from '@pinnace/meta'
import { runMutate, runValidate, type MatchedRequest } from './handlers.ts'
import type { PluginDefinition } from './plugin-definition.ts'

/** What came of a handler. */
export type HandlerStep =
  | { readonly step: 'mutate'; readonly outcome: 'changed' | 'unchanged' | Failure }
  | { readonly step: 'validate'; readonly outcome: 'accepted' | Failure }

type Failure = 'denied' | 'failed'
type HandlerName = HandlerStep['step']

/** A request that a plugin is about, with its objects as the matching rule has them. */
export interface RequestToHandle extends MatchedRequest {
  readonly object: ApiObject | undefined
  readonly oldObject: ApiObject | undefined
}

const both: readonly HandlerName[] = ['mutate', 'validate']

/** Runs the handlers outside a chain: the object as it goes on. Tells `note` of each. Throws what they throw. */
export async function runHandlers<T extends ApiObject>(
  definition: PluginDefinition<T>,
  asked: RequestToHandle,
  note: (step: HandlerStep) => void,
  handlers: readonly HandlerName[] = both,
): Promise<ApiObject | undefined> {
  const { object: given, oldObject } = asked
  const traced = async <A>(
    step: HandlerName,
    work: () => Promise<readonly [A, HandlerStep['outcome']]>,
  ): Promise<A> => {
    try {
      const [value, outcome] = await work()
      note({ step, outcome } as HandlerStep)
      return value
    } catch (error) {
      note({ step, outcome: error instanceof StatusError ? 'denied' : 'failed' })
      throw error
    }
  }
  let object = given
  if (handlers.includes('mutate') && definition.mutate !== undefined && given !== undefined) {
    object = await traced('mutate', async () => {
      const mutated = await runMutate(definition, asked, given, oldObject)
      return [mutated, mutated === given ? 'unchanged' : 'changed']
    })
  }
  const judges = object === undefined ? definition.validateDelete : definition.validate
  if (handlers.includes('validate') && judges !== undefined) {
    await traced('validate', async () => {
      await runValidate(definition, asked, object, oldObject)
      return [undefined, 'accepted']
    })
  }
  return object
}
