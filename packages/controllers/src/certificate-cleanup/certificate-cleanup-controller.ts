import { objectKey } from '@pinnace/client'
import { collectionReason, collectionTime } from '@pinnace/csr-signer'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { certificateRequestKind } from '../certificate-request-kind.ts'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'

const name = 'certificatesigningrequest-cleaner-controller'
// upstream: pkg/controller/certificates/cleaner/cleaner.go, pollingInterval
const longestDelayMs = 3_600_000

/**
 * Deletes certificate requests: decided ones after an hour, pending ones after a day, expired certificates at once. The
 * ages are those of `certificate-request-cleanup.ts` in `@pinnace/csr-signer`.
 */
export const certificateCleanupController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [certificateRequestKind(vocabulary)],
  start(context) {
    const { client, informers, vocabulary, clock } = context
    const kind = certificateRequestKind(vocabulary)
    const requests = informers.informer<CertificateSigningRequest>(kind)
    const loop = startLoop({
      name,
      context,
      workers: 1,
      async reconcile(key, signal) {
        const object = requests.store.get(key)
        if (object === undefined) return
        const { uid } = object.metadata
        if (collectionReason(object, clock.now()) !== undefined) {
          await unlessOutdated(
            client.resource(kind).delete(key, { ...(uid === undefined ? {} : { preconditions: { uid } }), signal }),
          )
          return
        }
        const at = collectionTime(object)
        if (at === undefined) return
        return { requeueAfterMs: Math.min(at - clock.now(), longestDelayMs) }
      },
    })
    const enqueue = (request: CertificateSigningRequest): void => loop.add(objectKey(request))
    requests.addHandler({ add: enqueue, update: enqueue })
    return loop
  },
}
