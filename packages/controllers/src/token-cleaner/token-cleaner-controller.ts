import type { Secret } from '@pinnace/types/core-v1'
import { bootstrapTokenSecrets, expirationOf } from '../bootstrap-token/bootstrap-tokens.ts'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'

const name = 'token-cleaner-controller'
/** The wall clock may be set while a token waits for its expiration. */
const longestDelayMs = 3_600_000

/** Deletes bootstrap tokens that have expired. */
// upstream: pkg/controller/bootstrap/tokencleaner.go
export const tokenCleanerController: Controller = {
  name,
  isDefault: false,
  start(context) {
    const { client, vocabulary, clock } = context
    const secrets = bootstrapTokenSecrets(context)
    const namespace = vocabulary.systemNamespace
    const loop = startLoop({
      name,
      context,
      workers: 1,
      async reconcile(key, signal) {
        const secret = secrets.store.get(key, namespace)
        const expiresAtMs = secret === undefined ? undefined : expirationOf(secret)
        if (secret === undefined || expiresAtMs === undefined) return
        const remainingMs = expiresAtMs - clock.now()
        if (remainingMs > 0) return { requeueAfterMs: Math.min(remainingMs, longestDelayMs) }
        const { uid } = secret.metadata
        const preconditions = uid === undefined ? {} : { preconditions: { uid } }
        await unlessOutdated(
          client
            .resource({ apiVersion: 'v1', kind: 'Secret' })
            .namespace(namespace)
            .delete(key, { ...preconditions, signal }),
        )
      },
    })
    const enqueue = ({ metadata: { name: secret = '' } }: Secret): void => loop.add(secret)
    secrets.addHandler({ add: enqueue, update: enqueue })
    return loop
  },
}
