import { formatTime, type Mutable } from '@pinnace/meta'
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '@pinnace/types/certificates-v1'

type Next = Mutable<CertificateSigningRequest>

/** The conditions of a type, in order. */
export function conditionsOf(
  { status }: CertificateSigningRequest,
  type: string,
): readonly CertificateSigningRequestCondition[] {
  return (status?.conditions ?? []).filter((condition) => condition.type === type)
}

/**
 * Puts conditions of type Approved and Denied back as they are stored, where there are as many: `/status` does not change
 * them. Where some were added or left out they stay as they were sent, and `validate-csr-update.ts` refuses them.
 */
// upstream: registry/certificates/certificates/strategy.go, preserveConditionInstances
export function keepDecision(next: Next, live: CertificateSigningRequest): void {
  const conditions = next.status?.conditions
  if (conditions === undefined) return
  for (const type of ['Approved', 'Denied']) {
    const stored = conditionsOf(live, type)
    if (conditionsOf(next, type).length !== stored.length) continue
    let kept = 0
    next.status = {
      ...next.status,
      conditions: next.status!.conditions!.map((condition) =>
        condition.type === type ? (stored[kept++]! as typeof condition) : condition,
      ),
    }
  }
}

/** Dates the conditions that have no dates. A transition is as old as the status it led to. */
// upstream: registry/certificates/certificates/strategy.go, populateConditionTimestamps
export function dateConditions(next: Next, live: CertificateSigningRequest, nowMs: number): void {
  const { conditions } = next.status ?? {}
  if (conditions === undefined || conditions.length === 0) return
  const now = formatTime(nowMs)
  next.status = {
    ...next.status,
    conditions: conditions.map((condition) => {
      const before = (live.status?.conditions ?? []).find(
        ({ type, status, lastTransitionTime }) =>
          type === condition.type && status === condition.status && lastTransitionTime !== undefined,
      )
      return {
        ...condition,
        lastUpdateTime: condition.lastUpdateTime ?? now,
        lastTransitionTime: condition.lastTransitionTime ?? before?.lastTransitionTime ?? now,
      }
    }),
  }
}
