import type { Authorizer } from './authorizer.ts'

const allowed = Object.freeze({ effect: 'allow', reason: 'always allowed' } as const)
const denied = Object.freeze({ effect: 'deny', reason: 'Everything is forbidden.' } as const)

/** Allows every request. For tests. */
export const alwaysAllow: Authorizer = () => allowed

/** Denies every request. */
export const alwaysDeny: Authorizer = () => denied
