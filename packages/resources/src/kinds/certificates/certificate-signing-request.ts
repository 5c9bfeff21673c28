import { formatTime, type Mutable } from '@pinnace/meta'

import type { StrategyContext } from '../../definition.ts'
import type { CertificateSigningRequest, CertificateSigningRequestStatus } from '../../types/certificates-v1.ts'
import type { KindBehaviour } from '../behaviour.ts'
import { certificateRequestColumns } from '../columns/access.ts'
import { keepAllButStatus } from '../structural.ts'

type Next = Mutable<CertificateSigningRequest>
type Conditions = CertificateSigningRequestStatus['conditions']

/** Certificate signing requests: who asks is what the server knows of the user; decisions go through `/approval`. */
// upstream: registry/certificates/certificates/strategy.go
export const certificateSigningRequest: KindBehaviour<CertificateSigningRequest> = {
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
  },
  subresources: {
    status: {
      type: 'view',
      verbs: ['get', 'patch', 'update'],
      ownedFields: ['status'],
      strategy: {
        resetFields: [['spec'], ['status', 'conditions']],
        prepareForUpdate(next: Next, live, context) {
          keepAllButStatus(next, live)
          // The decision itself belongs to /approval.
          setConditions(next, live, context, (type) => type !== 'Approved' && type !== 'Denied')
        },
      },
    },
    approval: {
      type: 'view',
      verbs: ['get', 'patch', 'update'],
      ownedFields: ['status'],
      strategy: {
        resetFields: [['spec'], ['status', 'certificate']],
        prepareForUpdate(next: Next, live, context) {
          keepAllButStatus(next, live)
          const { conditions } = next.status ?? {}
          next.status = { ...(live.status as Next['status']), ...(conditions === undefined ? {} : { conditions }) }
          if (conditions === undefined) delete next.status.conditions
          setConditions(next, live, context, () => true)
        },
      },
    },
  },
  columns: certificateRequestColumns,
  selectableFields: { 'spec.signerName': (object) => object.spec.signerName },
}

/** Keeps conditions this view may not change, and dates those it may. */
function setConditions(
  next: Next,
  live: CertificateSigningRequest,
  context: StrategyContext,
  mayChange: (type: string) => boolean,
): void {
  const old: NonNullable<Conditions> = live.status?.conditions ?? []
  const asked = next.status?.conditions ?? []
  const now = formatTime(context.clock.now())
  const kept = old.filter(({ type }) => !mayChange(type)) as typeof asked
  const dated = asked
    .filter(({ type }) => mayChange(type))
    .map((condition) => {
      const before = old.find(({ type }) => type === condition.type)
      const transition = before?.status === condition.status ? before.lastTransitionTime : undefined
      return {
        ...condition,
        lastUpdateTime: condition.lastUpdateTime ?? now,
        lastTransitionTime: condition.lastTransitionTime ?? transition ?? now,
      }
    })
  const conditions = [...kept, ...dated]
  if (conditions.length > 0) next.status = { ...next.status, conditions }
  else delete next.status?.conditions
}
