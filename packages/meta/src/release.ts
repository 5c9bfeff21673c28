/** A release of Kubernetes: 1.36. */
export interface Release {
  readonly major: number
  readonly minor: number
}

/** The release whose protocol is served. */
export const protocolRelease: Release & { readonly patch: number } = Object.freeze({ major: 1, minor: 36, patch: 0 })
