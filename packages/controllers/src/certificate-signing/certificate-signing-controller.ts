import { objectKey } from '@pinnace/client'
import {
  createBuiltInSigners,
  findSigner,
  requestState,
  toSigningRequest,
  type BuiltInSignersOptions,
  type Signer,
} from '@pinnace/csr-signer'
import { formatTime } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { Buffer } from 'node:buffer'
import { certificateRequestKind } from '../certificate-request-kind.ts'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'

/** Options for {@link certificateSigningController}. */
export interface CertificateSigningOptions {
  /** The CA of the built-in signers: one for all, or one for each. @default the built-in signers do not sign */
  readonly signingAuthority?: BuiltInSignersOptions['authority']
  /** Longest validity of certificates of the built-in signers, in seconds. @default one year */
  readonly signingDurationSeconds?: number
  /** Signers of the host, asked before the built-in ones. @default none */
  readonly signers?: readonly Signer[]
}

const name = 'certificatesigningrequest-signing-controller'

/** Signs approved requests with the signer of their `signerName`. Requests a signer refuses get the condition Failed. */
// upstream: pkg/controller/certificates/signer/signer.go
export function certificateSigningController(options: CertificateSigningOptions): Controller {
  const { signingAuthority: authority, signingDurationSeconds: durationSeconds, signers: own = [] } = options
  return {
    name,
    isDefault: true,
    needs: (vocabulary) => [certificateRequestKind(vocabulary)],
    start(context) {
      const { client, informers, vocabulary, clock } = context
      const builtIn =
        authority === undefined
          ? []
          : createBuiltInSigners({
              vocabulary,
              authority,
              clock,
              ...(durationSeconds === undefined ? {} : { durationSeconds }),
            })
      const signers = [...own, ...builtIn]
      const kind = certificateRequestKind(vocabulary)
      const requests = informers.informer<CertificateSigningRequest>(kind)
      const all = client.resource<CertificateSigningRequest>(kind)
      const loop = startLoop({
        name,
        context,
        // upstream: certificate_controller.go, processNextWorkItem – retried as long as the request exists
        maxRetries: Number.POSITIVE_INFINITY,
        async reconcile(key, signal) {
          const object = requests.store.get(key)
          if (object === undefined || requestState(object) !== 'approved') return
          const answer = await findSigner(signers, object.spec.signerName)?.sign(toSigningRequest(object), signal)
          if (answer === undefined || answer.type === 'ignored') return
          const { status = {} } = object
          if (answer.type === 'issued') {
            const certificate = Buffer.from(answer.certificatePem).toString('base64')
            await unlessOutdated(all.updateStatus({ ...object, status: { ...status, certificate } }, { signal }))
            return
          }
          const { reason, message } = answer
          const failed = { type: 'Failed', status: 'True', reason, message, lastUpdateTime: formatTime(clock.now()) }
          const conditions = [...(status.conditions ?? []), failed]
          await unlessOutdated(all.updateStatus({ ...object, status: { ...status, conditions } }, { signal }))
        },
      })
      const enqueue = (request: CertificateSigningRequest): void => loop.add(objectKey(request))
      requests.addHandler({ add: enqueue, update: enqueue })
      return loop
    },
  }
}
