/** `AuthorizationConfiguration`: the content of `--authorization-config`. */
export interface AuthorizationConfiguration {
  readonly apiVersion?: string
  readonly kind?: 'AuthorizationConfiguration'
  /** The authorizers, which are asked in order. */
  readonly authorizers?: readonly AuthorizerConfiguration[]
}

/** An authorizer. */
export interface AuthorizerConfiguration {
  /** `Webhook`, `RBAC`, `Node`, `ABAC`, `AlwaysAllow` or `AlwaysDeny`. Only webhooks may be there several times. */
  readonly type?: string
  /** A unique name for metrics. That of a built-in authorizer is its type in lower case. */
  readonly name?: string
  /** Required for the type Webhook. */
  readonly webhook?: WebhookConfiguration
}

/** A webhook authorizer. */
export interface WebhookConfiguration {
  /** How long decisions that allow are cached. @default '5m' */
  readonly authorizedTTL?: string
  /** @default true */
  readonly cacheAuthorizedRequests?: boolean
  /** How long other decisions are cached. @default '30s' */
  readonly unauthorizedTTL?: string
  /** @default true */
  readonly cacheUnauthorizedRequests?: boolean
  /** The timeout of a request, at most 30 seconds. */
  readonly timeout?: string
  /** The version of the SubjectAccessReview that is sent: `v1` or `v1beta1`. */
  readonly subjectAccessReviewVersion?: string
  /** The version of the SubjectAccessReview that match conditions see: `v1`. Required with match conditions. */
  readonly matchConditionSubjectAccessReviewVersion?: string
  /** What a webhook that cannot be asked decides: `NoOpinion` or `Deny`. */
  readonly failurePolicy?: string
  readonly connectionInfo?: WebhookConnectionInfo
  /** Expressions over `request`, which must all be true for the webhook to be asked; at most 64. */
  readonly matchConditions?: readonly { readonly expression?: string }[]
}

/** How a webhook is reached. */
export interface WebhookConnectionInfo {
  /** `KubeConfigFile` or `InClusterConfig`. */
  readonly type?: string
  /** The absolute path of a kubeconfig. */
  readonly kubeConfigFile?: string
}
