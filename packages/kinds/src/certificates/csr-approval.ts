import type { Mutable } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { keepAllButStatus } from '../status-subresource.ts'
import { dateConditions } from './csr-conditions.ts'
import { toleranceOf, type RequestTolerance } from './csr-tolerance.ts'
import { validateRequestUpdate } from './validate-csr-update.ts'

type Subresource = NonNullable<KindBehavior<CertificateSigningRequest>['subresources']>[string]
type Next = Mutable<CertificateSigningRequest>

/** The subresource `/approval`: changes the conditions of the status, and nothing else. */
// upstream: registry/certificates/certificates/strategy.go, csrApprovalStrategy
export function csrApproval(older: Partial<RequestTolerance>): Subresource {
  return {
    type: 'object',
    verbs: ['get', 'patch', 'update'],
    ownedFields: ['status'],
    strategy: {
      resetFields: [['spec'], ['status', 'certificate']],
      prepareForUpdate(next: Next, live, { clock }) {
        keepAllButStatus(next, live)
        dateConditions(next, live, clock.now())
        const { conditions } = next.status ?? {}
        next.status = { ...(live.status as Next['status']), ...(conditions === undefined ? {} : { conditions }) }
        if (conditions === undefined) delete next.status.conditions
      },
      validateUpdate: (next, live, errors, { vocabulary }) =>
        validateRequestUpdate(next, live, errors, {
          tolerance: toleranceOf(next, live, vocabulary, older),
          vocabulary,
          view: 'approval',
        }),
    },
  }
}
