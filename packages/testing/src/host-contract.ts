import { createHostClient, type HostClient } from './host-promises/host-client.ts'
import type { HostLimits, HostPromise, StartHost } from './host-promises/promise.ts'
import type { RunningHost } from './host-promises/running-host.ts'
import { replyPromises } from './host-promises/replies.ts'
import { requestPromises } from './host-promises/requests.ts'
import { streamPromises } from './host-promises/streams.ts'
import type { TestRunner } from './store-contract.ts'

export type { HostLimits, HostPromise, RunningHost, StartHost }
export type { StartHostOptions } from './host-promises/promise.ts'

/** Every promise that {@link hostContract} tests, for other ways to run them. */
export const hostPromises: readonly HostPromise[] = [...requestPromises, ...replyPromises, ...streamPromises]

/** Options of {@link hostContract}: the test runner, and the inherent limits of the host. */
export interface HostContractOptions extends TestRunner {
  readonly limits?: HostLimits
}

/**
 * Defines a test for every promise of a host adapter. `startHost` starts one on a free loopback port for each promise;
 * it is closed after the test.
 *
 * @example
 * import { describe, it } from 'vitest'
 * hostContract('my host', startMyHost, { describe, it })
 */
export function hostContract(name: string, startHost: StartHost, options: HostContractOptions): void {
  const { describe, it, limits = {} } = options
  describe(name, () => {
    for (const promise of hostPromises) {
      if (promise.unless !== undefined && limits[promise.unless]) continue
      it(promise.name, () => keep(promise, startHost))
    }
  })
}

async function keep(promise: HostPromise, startHost: StartHost): Promise<void> {
  const clients: HostClient[] = []
  const hosts: RunningHost[] = []
  try {
    await promise.run(async (handle, options = {}) => {
      const host = await startHost(handle, options)
      hosts.push(host)
      const client = createHostClient(host)
      clients.push(client)
      return client
    })
  } finally {
    for (const client of clients) client.close()
    for (const host of hosts) await host.close()
  }
}
