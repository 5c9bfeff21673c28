import { objectKey } from '@pinnace/client'
import { requestRecognizers, requestState, toSigningRequest, type SigningRequest } from '@pinnace/csr-signer'
import { parseTime } from '@pinnace/meta'
import type { SubjectAccessReview } from '@pinnace/types/authorization-v1'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { certificateRequestKind } from '../certificate-request-kind.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'

const name = 'certificatesigningrequest-approving-controller'
/** Bounds of the time between two access reviews of a pending request. */
const shortestDelayMs = 1000
const longestDelayMs = 1_000_000

/** Approves the certificate requests of nodes and node bootstrappers that may `create` the subresource for that. */
// upstream: pkg/controller/certificates/approver/sarapprove.go
export const certificateApprovalController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [certificateRequestKind(vocabulary)],
  start(context) {
    const { client, informers, vocabulary, clock } = context
    const kind = certificateRequestKind(vocabulary)
    const requests = informers.informer<CertificateSigningRequest>(kind)
    const recognizers = requestRecognizers(vocabulary)
    const loop = startLoop({
      name,
      context,
      async reconcile(key, signal) {
        const object = requests.store.get(key)
        if (object === undefined || requestState(object) !== 'pending') return
        const request = toSigningRequest(object)
        const recognized = recognizers.filter((each) => each.recognizes(request))
        for (const { subresource, message } of recognized) {
          if (!(await mayCreate(context, request, subresource, signal))) continue
          const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message }
          const status = { ...object.status, conditions: [...(object.status?.conditions ?? []), condition] }
          const approval = client.resource<CertificateSigningRequest>(kind).subresource('approval')
          await unlessOutdated(approval.update(key, { ...object, status }, { signal }))
          return
        }
        if (recognized.length === 0) return
        // The permission may be granted later: it is reviewed again after the age of the request.
        const ageMs = clock.now() - (parseTime(object.metadata.creationTimestamp ?? '') ?? clock.now())
        return { requeueAfterMs: Math.min(Math.max(ageMs, shortestDelayMs), longestDelayMs) }
      },
    })
    const enqueue = (request: CertificateSigningRequest): void => loop.add(objectKey(request))
    requests.addHandler({ add: enqueue, update: enqueue })
    return loop
  },
}

async function mayCreate(
  { client, vocabulary }: ControllerContext,
  { user }: SigningRequest,
  subresource: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { username, uid, groups, extra } = user
  const review = await client
    .resource<SubjectAccessReview>({
      apiVersion: `${vocabulary.group('authorization')}/v1`,
      kind: 'SubjectAccessReview',
    })
    .create(
      {
        metadata: {},
        spec: {
          user: username,
          ...(uid === undefined ? {} : { uid }),
          groups,
          extra,
          resourceAttributes: {
            group: vocabulary.group('certificates'),
            resource: 'certificatesigningrequests',
            subresource,
            verb: 'create',
          },
        },
      },
      { signal },
    )
  return review.status?.allowed ?? false
}
