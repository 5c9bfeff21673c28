import type { Mutable } from '@pinnace/meta'
import { nameIsPathSegment } from '@pinnace/resources'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { certificateRequestColumns } from '../columns/access.ts'
import { keepAllButStatus } from '../status-subresource.ts'
import { csrApproval } from './csr-approval.ts'
import { dateConditions, keepDecision } from './csr-conditions.ts'
import { createdTolerance, toleranceOf, type RequestTolerance } from './csr-tolerance.ts'
import { validateRequest } from './validate-csr.ts'
import { validateRequestUpdate } from './validate-csr-update.ts'

type Next = Mutable<CertificateSigningRequest>

/** The kind as v1 has it. */
export const certificateSigningRequest: KindBehavior<CertificateSigningRequest> = certificateRequests()

/**
 * Certificate signing requests: who asks is what the server knows of the user; nothing of the spec changes after; the
 * decision goes through `/approval`, the certificate through `/status`. Older versions tolerate more.
 */
// upstream: registry/certificates/certificates/strategy.go
export function certificateRequests(older: Partial<RequestTolerance> = {}): KindBehavior<CertificateSigningRequest> {
  return {
    strategy: {
      resetFields: [['spec'], ['status']],
      prepareForCreate(next: Next, { user }) {
        const { username: _, uid: __, groups: ___, extra: ____, ...spec } = next.spec
        next.spec = {
          ...spec,
          username: user.username,
          ...(user.uid === undefined || user.uid === '' ? {} : { uid: user.uid }),
          ...(user.groups.length === 0 ? {} : { groups: [...user.groups] }),
          ...(Object.keys(user.extra ?? {}).length === 0
            ? {}
            : { extra: structuredClone(user.extra) as Record<string, string[]> }),
        }
        next.status = {}
      },
      prepareForUpdate(next: Next, live) {
        next.spec = live.spec as Next['spec']
        next.status = (live.status ?? {}) as NonNullable<Next['status']>
      },
      validate: (next, errors, { vocabulary }) =>
        validateRequest(next, { ...createdTolerance, ...older }, vocabulary, errors),
      validateUpdate: (next, live, errors, { vocabulary }) =>
        validateRequestUpdate(next, live, errors, {
          tolerance: toleranceOf(next, live, vocabulary, older),
          vocabulary,
        }),
    },
    validateName: nameIsPathSegment,
    subresources: {
      status: {
        type: 'object',
        verbs: ['get', 'patch', 'update'],
        ownedFields: ['status'],
        strategy: {
          resetFields: [['spec'], ['status', 'conditions']],
          prepareForUpdate(next: Next, live, { clock }) {
            keepAllButStatus(next, live)
            keepDecision(next, live)
            dateConditions(next, live, clock.now())
          },
          validateUpdate: (next, live, errors, { vocabulary }) =>
            validateRequestUpdate(next, live, errors, {
              tolerance: toleranceOf(next, live, vocabulary, older),
              vocabulary,
              view: 'status',
            }),
        },
      },
      approval: csrApproval(older),
    },
    columns: certificateRequestColumns,
    selectableFields: { 'spec.signerName': (object) => object.spec.signerName },
  }
}
