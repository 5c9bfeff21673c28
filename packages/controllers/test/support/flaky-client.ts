import { createClientOver, type Client, type Transport } from '@pinnace/client'
import type { Chance } from './seeded-random.ts'

/** The client over a bad line: calls fail before or after they were done, and watches end whenever something was told. */
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
      // Not before the state has been told: that would only be asked for again.
      let isTold = options.sendInitialEvents !== true
      for await (const event of transport.watch(target, options)) {
        yield event
        if (event.type === 'BOOKMARK') isTold = true
        else if (isTold && chance.oneIn(4)) return
      }
    },
  }
  return createClientOver({ transport: broken, vocabulary })
}
