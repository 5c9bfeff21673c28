import type { OpenWatch } from '../support/call.ts'

/** Waits for that many events, and a little longer for events that should not come. */
export async function eventsOf(watch: OpenWatch, count: number): Promise<void> {
  for (let turn = 0; turn < 200 && watch.events.length < count; turn++) await turnOfLoop()
  for (let turn = 0; turn < 2; turn++) await turnOfLoop()
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
