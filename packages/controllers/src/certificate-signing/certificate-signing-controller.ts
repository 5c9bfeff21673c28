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
import { certificateRequestKind } from '../certificate-requests.ts'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'

/** Options for {@link certificateSigningController}. */
export interface CertificateSigningOptions {
  /** What signs for the built-in signers: one for all, or one for each. @default none of them signs */
  readonly signingAuthority?: BuiltInSignersOptions['authority']
  /** Seconds a certificate of a built-in signer lives at most. @default a year */
  readonly signingDurationSeconds?: number
  /** Signers of the host, asked before the built-in ones. @default none */
  readonly signers?: readonly Signer[]
}

const name = 'certificatesigningrequest-signing-controller'

/** Has approved requests signed by the signer of their name; what a signer refuses gets the condition Failed. */
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
        // upstream: certificate_controller.go, processNextWorkItem – as long as the request is there
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
      const look = ({ metadata }: CertificateSigningRequest): void => loop.add(metadata.name!)
      requests.addHandler({ add: look, update: look })
      return loop
    },
  }
}
