import type { AuthorizerAttributes, Decision } from '@pinnace/meta'

export type { AuthorizerAttributes, Decision }

/**
 * Decides whether a request is allowed. Throws, or rejects, where it cannot decide, for example because its backend is
 * unavailable; the authorizers after it are asked then, and without an allow the request fails.
 */
export type Authorizer = (attributes: AuthorizerAttributes) => Promise<Decision> | Decision
