import type { ApiObject } from '@pinnace/meta'

/** What an election is held over: the Lease of the coordination group. */
export interface Lease extends ApiObject {
  readonly spec?: LeaseSpec
}

/** The record of who leads. */
export interface LeaseSpec {
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  readonly acquireTime?: string
  readonly renewTime?: string
  readonly leaseTransitions?: number
}

/** A lease as a candidate saw it. */
export interface ObservedLease {
  readonly lease: Lease
  /** When this version was first seen, by the monotonic clock of the candidate. */
  readonly atMs: number
}

/** The holder of a lease; empty where it has none. */
export function holderOf({ spec }: Lease): string {
  return spec?.holderIdentity ?? ''
}

/** What is observed once `lease` was read: a lease that is unchanged was observed when it was first seen. */
export function observe(known: ObservedLease | undefined, lease: Lease, nowMs: number): ObservedLease {
  const isUnchanged = known?.lease.metadata.resourceVersion === lease.metadata.resourceVersion
  return known !== undefined && isUnchanged ? known : { lease, atMs: nowMs }
}

/**
 * Whether a candidate may write itself into a lease: it is free, the candidate's own, or was seen unchanged for its
 * duration. Clocks of candidates need not agree, because each measures by its own.
 */
// upstream: client-go/tools/leaderelection/leaderelection.go, tryAcquireOrRenew
export function mayAcquire({ lease, atMs }: ObservedLease, identity: string, nowMs: number): boolean {
  const holder = holderOf(lease)
  if (holder === '' || holder === identity) return true
  return nowMs >= atMs + (lease.spec?.leaseDurationSeconds ?? 0) * 1000
}

/** The record of a candidate that acquires or renews a lease; `now` is a MicroTime. */
export function acquiredSpec(
  before: LeaseSpec | undefined,
  { identity, leaseDurationMs, now }: { identity: string; leaseDurationMs: number; now: string },
): LeaseSpec {
  const isRenewal = before?.holderIdentity === identity
  return {
    ...before,
    holderIdentity: identity,
    leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
    acquireTime: isRenewal ? (before.acquireTime ?? now) : now,
    renewTime: now,
    leaseTransitions: before === undefined ? 0 : (before.leaseTransitions ?? 0) + (isRenewal ? 0 : 1),
  }
}

/** The record of a lease that is given up: held by no one, for a second. */
// upstream: leaderelection.go, release
export function releasedSpec(before: LeaseSpec | undefined, now: string): LeaseSpec {
  return { ...before, holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now }
}
