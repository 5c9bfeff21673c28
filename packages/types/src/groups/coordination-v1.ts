// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { MicroTime } from '../scalars.ts'

/** coordination.v1.Lease */
export interface Lease extends ApiObject {
  readonly spec?: LeaseSpec
}

/** coordination.v1.LeaseList */
export type LeaseList = ApiList<Lease>

/** coordination.v1.LeaseSpec */
export interface LeaseSpec {
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  readonly acquireTime?: MicroTime
  readonly renewTime?: MicroTime
  readonly leaseTransitions?: number
  readonly strategy?: string
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
