/** What the versions of the two webhook configurations differ in. */
export interface WebhookVersion {
  readonly failurePolicy: string
  readonly matchPolicy: string
  readonly timeoutSeconds: number
  /** Undefined where they must be said. */
  readonly sideEffects?: string
  /** Undefined where they must be said. */
  readonly admissionReviewVersions?: readonly string[]
  /** The newer rules: names are unique, and side effects are None or NoneOnDryRun. */
  readonly isStrict: boolean
}

/** Defaults and rules of v1. */
// upstream: apis/admissionregistration/v1/defaults.go
export const webhooksV1: WebhookVersion = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  timeoutSeconds: 10,
  isStrict: true,
}

/** Defaults and rules of v1beta1. */
// upstream: apis/admissionregistration/v1beta1/defaults.go
export const webhooksV1beta1: WebhookVersion = {
  failurePolicy: 'Ignore',
  matchPolicy: 'Exact',
  timeoutSeconds: 30,
  sideEffects: 'Unknown',
  admissionReviewVersions: ['v1beta1'],
  isStrict: false,
}
