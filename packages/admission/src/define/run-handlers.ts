import { StatusError, type ApiObject } from '@pinnace/meta'
import { runMutate, runValidate, type MatchedRequest } from './handlers.ts'
import type { PluginDefinition } from './plugin-definition.ts'

/** The outcome of a handler. */
export type HandlerStep =
  | { readonly step: 'mutate'; readonly outcome: 'changed' | 'unchanged' | Failure }
  | { readonly step: 'validate'; readonly outcome: 'accepted' | Failure }

type Failure = 'denied' | 'failed'
type HandlerName = HandlerStep['step']

/** A matched request, with its objects as the kind of the matched rule. */
export interface RequestToHandle extends MatchedRequest {
  readonly object: ApiObject | undefined
  readonly oldObject: ApiObject | undefined
}

const both: readonly HandlerName[] = ['mutate', 'validate']

/**
 * Runs the handlers outside of a chain and returns the resulting object. Calls `onStep` after each. Throws errors of the
 * handlers.
 */
export async function runHandlers<T extends ApiObject>(
  definition: PluginDefinition<T>,
  request: RequestToHandle,
  onStep: (step: HandlerStep) => void,
  handlers: readonly HandlerName[] = both,
): Promise<ApiObject | undefined> {
  const { object: given, oldObject } = request
  const traced = async <A>(
    step: HandlerName,
    work: () => Promise<readonly [A, HandlerStep['outcome']]>,
  ): Promise<A> => {
    try {
      const [value, outcome] = await work()
      onStep({ step, outcome } as HandlerStep)
      return value
    } catch (error) {
      onStep({ step, outcome: error instanceof StatusError ? 'denied' : 'failed' })
      throw error
    }
  }
  let object = given
  if (handlers.includes('mutate') && definition.mutate !== undefined && given !== undefined) {
    object = await traced('mutate', async () => {
      const mutated = await runMutate(definition, request, given, oldObject)
      return [mutated, mutated === given ? 'unchanged' : 'changed']
    })
  }
  const validator = object === undefined ? definition.validateDelete : definition.validate
  if (handlers.includes('validate') && validator !== undefined) {
    await traced('validate', async () => {
      await runValidate(definition, request, object, oldObject)
      return [undefined, 'accepted']
    })
  }
  return object
}
