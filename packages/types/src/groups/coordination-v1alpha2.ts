// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { MicroTime } from '../scalars.ts'

/**
 * coordination.v1alpha2.LeaseCandidate
 *
 * Says that a component wants to hold a lease, so that the server can choose the holder among the candidates.
 */
export interface LeaseCandidate extends ApiObject {
  /** The lease and the versions of the component. */
  readonly spec: LeaseCandidateSpec
}

/** coordination.v1alpha2.LeaseCandidateList */
export type LeaseCandidateList = ApiList<LeaseCandidate>

/**
 * coordination.v1alpha2.LeaseCandidateSpec
 *
 * A component that wants to hold a lease.
 */
export interface LeaseCandidateSpec {
  /** The lease in the same namespace that it wants to hold. It cannot be changed. */
  readonly leaseName: string
  /** When the server last asked whether the component is still there. It answers with a later renewTime. */
  readonly pingTime?: MicroTime
  /** When the component last wrote this object. */
  readonly renewTime?: MicroTime
  /** The version of the component, as a semantic version without a leading v. */
  readonly binaryVersion: string
  /**
   * The version that the component behaves as, a semantic version that is not newer than binaryVersion. Required for
   * the strategy OldestEmulationVersion.
   */
  readonly emulationVersion?: string
  /**
   * How the component would choose the holder. If candidates disagree, the strategy of the one with the newest
   * binaryVersion counts.
   */
  readonly strategy: string
}

/** Fields of the types of this file, one line each. */
export const coordinationV1alpha2Types: TypeTable = {
  'coordination.v1alpha2.LeaseCandidate': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 coordination.v1alpha2.LeaseCandidateSpec required omitempty`,
  'coordination.v1alpha2.LeaseCandidateList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []coordination.v1alpha2.LeaseCandidate required`,
  'coordination.v1alpha2.LeaseCandidateSpec': `leaseName 1 string required
pingTime 2 micro-time omitempty pointer
renewTime 3 micro-time omitempty pointer
binaryVersion 4 string required
emulationVersion 5 string omitempty
strategy 6 string required omitempty go=v1.CoordinatedLeaseStrategy`,
}
