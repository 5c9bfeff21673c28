/** `AuthenticationConfiguration`: the content of `--authentication-config`. */
export interface AuthenticationConfiguration {
  readonly apiVersion?: string
  readonly kind?: 'AuthenticationConfiguration'
  /** Trusted issuers of JSON web tokens, at most 64. */
  readonly jwt?: readonly JwtConfiguration[]
  /** Whether requests without credentials are accepted as the anonymous user. */
  readonly anonymous?: AnonymousConfiguration
}

/** A trusted issuer, and how its tokens become users. */
export interface JwtConfiguration {
  readonly issuer: IssuerConfiguration
  /** Rules that the claims of a token must satisfy. */
  readonly claimValidationRules?: readonly ClaimValidationRule[]
  readonly claimMappings: ClaimMappings
  /** Rules that the user of a token must satisfy. */
  readonly userValidationRules?: readonly UserValidationRule[]
}

/** An issuer of tokens. */
export interface IssuerConfiguration {
  /** The claim `iss` of its tokens; https. */
  readonly url?: string
  /** Where its discovery document is, if that is not `<url>/.well-known/openid-configuration`. */
  readonly discoveryURL?: string
  /** PEM authorities of its serving certificate. @default those of the host */
  readonly certificateAuthority?: string
  /** Audiences, one of which a token must have. */
  readonly audiences?: readonly string[]
  /** `MatchAny`, required for several audiences. */
  readonly audienceMatchPolicy?: string
  /** `controlplane` or `cluster`. Accepted; this server has one network for both. */
  readonly egressSelectorType?: string
}

/** A claim with the value that it must have, or an expression over `claims` that must be true. */
export interface ClaimValidationRule {
  readonly claim?: string
  readonly requiredValue?: string
  readonly expression?: string
  /** The reason for the log when the expression is false. */
  readonly message?: string
}

/** How claims become the attributes of a user. */
export interface ClaimMappings {
  readonly username?: PrefixedClaim
  readonly groups?: PrefixedClaim
  readonly uid?: Pick<PrefixedClaim, 'claim' | 'expression'>
  readonly extra?: readonly ExtraMapping[]
}

/** A claim with a prefix, or an expression over `claims`. */
export interface PrefixedClaim {
  readonly claim?: string
  /** Required with a claim; may be empty. */
  readonly prefix?: string
  readonly expression?: string
}

/** An extra attribute of a user: its key, and an expression over `claims`. */
export interface ExtraMapping {
  readonly key?: string
  readonly valueExpression?: string
}

/** An expression over `user` that must be true. */
export interface UserValidationRule {
  readonly expression?: string
  /** The reason for the log when the expression is false. */
  readonly message?: string
}

/** Whether requests without credentials are accepted. */
export interface AnonymousConfiguration {
  readonly enabled?: boolean
  /** The paths for which they are accepted. @default all */
  readonly conditions?: readonly { readonly path?: string }[]
}
