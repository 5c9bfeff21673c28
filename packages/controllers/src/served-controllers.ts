import type { Client } from '@pinnace/client'
import { formatGroupVersion } from '@pinnace/meta'
import type { Controller, ControllerFailure } from './controller.ts'

/** Options for {@link servedControllers}. */
export interface ServedControllersOptions {
  readonly controllers: readonly Controller[]
  readonly client: Client
  readonly signal: AbortSignal
  readonly onError: (error: unknown, told: ControllerFailure) => void
}

/**
 * Those whose kinds the server serves. Another would wait for what never comes, and all others with it: `onError` is
 * told of it, and it does not run. Where the server does not say what it serves, all of them run.
 */
export async function servedControllers(options: ServedControllersOptions): Promise<readonly Controller[]> {
  const { controllers, client, signal, onError } = options
  if (controllers.every(({ needs }) => needs === undefined)) return controllers
  let kinds: ReadonlySet<string>
  try {
    const discovered = await client.discover({ signal })
    kinds = new Set(discovered.map((resource) => `${formatGroupVersion(resource)} ${resource.kind}`))
  } catch (error) {
    onError(error, { controller: 'controllers', isGivenUp: false })
    return controllers
  }
  return controllers.filter(({ name, needs }) => {
    const missing = (needs?.(client.vocabulary) ?? [])
      .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
      .find((kind) => !kinds.has(kind))
    if (missing === undefined) return true
    onError(new Error(`${name} does not run: ${missing} is not served`), { controller: name, isGivenUp: true })
    return false
  })
}
