// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { MicroTime } from '../scalars.ts'

/**
 * coordination.v1.Lease
 *
 * Says who holds something for a limited time: leaders are elected with leases, and nodes show with them that they
 * live.
 */
export interface Lease extends ApiObject {
  /** The holder and the times. */
  readonly spec?: LeaseSpec
}

/** coordination.v1.LeaseList */
export type LeaseList = ApiList<Lease>

/**
 * coordination.v1.LeaseSpec
 *
 * Who holds a lease and for how long.
 */
export interface LeaseSpec {
  /** The holder. Required if there is a preferred holder. */
  readonly holderIdentity?: string
  /** Seconds after renewTime for which others must wait before they take the lease. Greater than 0. */
  readonly leaseDurationSeconds?: number
  /** When the present holder got the lease. */
  readonly acquireTime?: MicroTime
  /** When the present holder last confirmed that it lives. */
  readonly renewTime?: MicroTime
  /** How often the lease went from one holder to another. */
  readonly leaseTransitions?: number
  /** How a holder is chosen when candidates are compared by the server. Absent where they compete themselves. */
  readonly strategy?: string
  /** Who should have the lease. The present holder then lets it go; requires a strategy. */
  readonly preferredHolder?: string
}

/** Fields of the types of this file, one line each. */
export const coordinationV1Types: TypeTable = {
  'coordination.v1.Lease': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 coordination.v1.LeaseSpec omitempty`,
  'coordination.v1.LeaseList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []coordination.v1.Lease required`,
  'coordination.v1.LeaseSpec': `holderIdentity 1 string omitempty pointer
leaseDurationSeconds 2 int32 omitempty pointer
acquireTime 3 micro-time omitempty pointer
renewTime 4 micro-time omitempty pointer
leaseTransitions 5 int32 omitempty pointer
strategy 6 string omitempty pointer go=v1.CoordinatedLeaseStrategy
preferredHolder 7 string omitempty pointer`,
}
