import type { Client } from '@pinnace/client'
import { formatGroupVersion } from '@pinnace/meta'
import type { Controller, ControllerFailure } from './controller.ts'

/** Options for {@link servedControllers}. */
export interface ServedControllersOptions {
  readonly controllers: readonly Controller[]
  readonly client: Client
  readonly signal: AbortSignal
  readonly onError: (error: unknown, failure: ControllerFailure) => void
}

/**
 * The controllers whose kinds the server serves. An informer of a kind that is not served would never sync, and all
 * controllers would wait for it: such a controller does not run, and `onError` is called. When discovery fails, all
 * controllers run.
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
  return controllers.filter(({ name, needs, reportsMissingKinds = true }) => {
    const missing = (needs?.(client.vocabulary) ?? [])
      .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
      .find((kind) => !kinds.has(kind))
    if (missing === undefined) return true
    if (!reportsMissingKinds) return false
    onError(new Error(`${name} does not run: ${missing} is not served`), { controller: name, isGivenUp: true })
    return false
  })
}
