import { requestRecognisers, requestState, toSigningRequest, type SigningRequest } from '@pinnace/csr-signer'
import { parseTime } from '@pinnace/meta'
import type { SubjectAccessReview } from '@pinnace/types/authorization-v1'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { certificateRequestKind } from '../certificate-requests.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'

const name = 'certificatesigningrequest-approving-controller'
const shortestMs = 1000
const longestMs = 1_000_000

/** Approves what nodes, and those who make them, ask for: where the requester may `create` the subresource of that. */
// upstream: pkg/controller/certificates/approver/sarapprove.go
export const certificateApprovalController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [certificateRequestKind(vocabulary)],
  start(context) {
    const { client, informers, vocabulary, clock } = context
    const kind = certificateRequestKind(vocabulary)
    const requests = informers.informer<CertificateSigningRequest>(kind)
    const recognisers = requestRecognisers(vocabulary)
    const loop = startLoop({
      name,
      context,
      async reconcile(key, signal) {
        const object = requests.store.get(key)
        if (object === undefined || requestState(object) !== 'pending') return
        const request = toSigningRequest(object)
        const recognised = recognisers.filter((each) => each.recognises(request))
        for (const { subresource, message } of recognised) {
          if (!(await mayCreate(context, request, subresource, signal))) continue
          const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message }
          const status = { ...object.status, conditions: [...(object.status?.conditions ?? []), condition] }
          const approval = client.resource<CertificateSigningRequest>(kind).subresource('approval')
          await unlessOutdated(approval.update(key, { ...object, status }, { signal }))
          return
        }
        if (recognised.length === 0) return
        // The permission may still be given: it is asked for later and later, as long as the request waits.
        const ageMs = clock.now() - (parseTime(object.metadata.creationTimestamp ?? '') ?? clock.now())
        return { requeueAfterMs: Math.min(Math.max(ageMs, shortestMs), longestMs) }
      },
    })
    const look = ({ metadata }: CertificateSigningRequest): void => loop.add(metadata.name!)
    requests.addHandler({ add: look, update: look })
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
