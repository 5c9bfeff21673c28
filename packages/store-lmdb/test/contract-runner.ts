import { describe, it } from 'vitest'
import type { TestRunner } from '@pinnace/testing/store-contract'

/** Runs the promises about the time to live at the same time, because they wait for seconds, and the others one by one. */
export const contractRunner: TestRunner = {
  describe,
  it: (name, body) => (/time to live|expire together/.test(name) ? it.concurrent : it)(name, body),
}
