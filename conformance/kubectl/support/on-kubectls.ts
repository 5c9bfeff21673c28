import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { TestServerOptions } from '@pinnace/testing'
import { findKubectls, noKubectl, type FoundKubectl } from './find-kubectls.ts'
import { startKubectl, type Kubectl } from './kubectl.ts'

/**
 * Defines checks for every client found: those of a topic whose output differs between versions of kubectl. Each client
 * gets a separate server, which is reset before every check; `at` answers the client, within a check.
 */
export function onEveryKubectl(topic: string, define: (at: Kubectl) => void, options: TestServerOptions = {}): void {
  defineFor(findKubectls(), topic, define, options)
}

/**
 * Defines checks for the newest client found: those of a topic that is the same in every version of kubectl since 1.27.
 * With `PINNACE_KUBECTL_VERSIONS=all` for every client, as {@link onEveryKubectl}.
 */
export function onNewestKubectl(topic: string, define: (at: Kubectl) => void, options: TestServerOptions = {}): void {
  const found = findKubectls()
  defineFor(process.env['PINNACE_KUBECTL_VERSIONS'] === 'all' ? found : found.slice(-1), topic, define, options)
}

function defineFor(
  found: readonly FoundKubectl[],
  topic: string,
  define: (at: Kubectl) => void,
  options: TestServerOptions,
): void {
  if (found.length === 0) throw new Error(noKubectl)
  for (const kubectl of found) {
    describe(`kubectl ${kubectl.version}: ${topic}`, () => {
      let started: Kubectl
      beforeAll(async () => {
        started = await startKubectl(kubectl, options)
      })
      beforeEach(() => started.server.reset())
      afterAll(() => started.close())
      define(lateBound(kubectl.minor, () => started))
    })
  }
}

// Checks are defined before the server is there; what they use is looked up when they run.
function lateBound(minor: number, started: () => Kubectl): Kubectl {
  return new Proxy({ minor } as Kubectl, {
    get: (known, name) => (name === 'minor' ? known.minor : Reflect.get(started(), name)),
  })
}
