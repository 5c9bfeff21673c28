import { createClientOver, type Client, type Transport } from '@pinnace/client'
import type { Chance } from './seeded-random.ts'

/** A client over a bad connection: calls fail before or after they were executed, and watches end after events. */
export function createFlakyClient({ transport, vocabulary }: Client, chance: Chance): Client {
  const flaky = <Args extends readonly unknown[], Result>(
    call: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) => {
    return async (...args) => {
      if (chance.oneIn(15)) throw new Error('the connection was refused')
      const result = await call(...args)
      if (chance.oneIn(15)) throw new Error('the connection was lost before the answer')
      return result
    }
  }
  const broken: Transport = {
    ...transport,
    get: flaky(transport.get),
    patch: flaky(transport.patch),
    delete: flaky(transport.delete),
    discover: flaky(transport.discover),
    async *watch(target, options) {
      // Not before the initial events are complete: they would only be requested again.
      let isComplete = options.sendInitialEvents !== true
      for await (const event of transport.watch(target, options)) {
        yield event
        if (event.type === 'BOOKMARK') isComplete = true
        else if (isComplete && chance.oneIn(4)) return
      }
    },
  }
  return createClientOver({ transport: broken, vocabulary })
}
