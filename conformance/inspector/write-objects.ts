import type { InspectedServer } from './start-inspected-server.ts'

/** Writes that go on until they are stopped. */
export interface RunningWrites extends AsyncDisposable {
  /** The number of writes until now. */
  count(): number
}

/** Changes one of the 10,000 objects after another, with at most 50 writes a second, until it is disposed of. */
export function writeObjects({ server }: Pick<InspectedServer, 'server'>): RunningWrites {
  const client = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  const stopping = new AbortController()
  let writes = 0
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const name = `item-${String((writes * 37) % 10_000).padStart(5, '0')}`
      await client.patch(name, { data: { turn: String(writes++) } })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const running = run()
  return {
    count: () => writes,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}
