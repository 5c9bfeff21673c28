/** How much something promises; see the levels of versions. */
export type Track = 'alpha' | 'beta' | 'stable'

/** What was released of an API, oldest first: everything a user could rely on, release by release. */
export interface ApiHistory {
  readonly releases: readonly ApiRelease[]
}

/** One release. What is not listed in it is not there any more. */
export interface ApiRelease {
  /** `1.36` */
  readonly release: string
  /** `2026-04-22` */
  readonly date: string
  readonly versions?: readonly ReleasedVersion[]
  readonly flags?: readonly ReleasedFlag[]
  readonly gates?: readonly ReleasedGate[]
  readonly metrics?: readonly ReleasedMetric[]
  readonly behaviors?: readonly ReleasedBehavior[]
}

/** A version of a group. Its track is read from its name. */
export interface ReleasedVersion {
  readonly group: string
  readonly version: string
  /** Resources by their plural name. */
  readonly resources: Readonly<Record<string, ReleasedResource>>
  /** The replacement that clients are pointed to, `example.dev/v1`; empty if there is none. @default not deprecated */
  readonly deprecatedFor?: string
  /** What the group answers where a client names no version. @default false */
  readonly isPreferred?: boolean
  /** What objects are stored in. @default false */
  readonly isStorage?: boolean
}

/** A resource in one version. */
export interface ReleasedResource {
  /** Fields by their path, `spec.replicas`. */
  readonly fields: Readonly<Record<string, ReleasedField>>
}

/** A field in one version. */
export interface ReleasedField {
  /** Type and meaning, as one word: when it changes, clients break. */
  readonly type: string
  /** What it is called in every version, where its path differs between them. @default its path */
  readonly concept?: string
  /** Versions without a field for the concept carry it in another way, such as an annotation. @default false */
  readonly isCarried?: boolean
}

/** A flag, a command, an output of the command line. */
export interface ReleasedFlag {
  readonly name: string
  /** Who uses it. */
  readonly audience: 'user' | 'admin'
  /** @default 'stable' */
  readonly track?: Track
  /** @default false */
  readonly isDeprecated?: boolean
  /** It says so when it is used. @default false */
  readonly warns?: boolean
}

/** A feature gate. */
export interface ReleasedGate {
  readonly name: string
  /** `dropped`: the feature is given up. */
  readonly stage: Track | 'dropped'
  /** It should not be used any more: its feature is stable, or dropped. @default false */
  readonly isDeprecated?: boolean
  /** It says so when it is used. @default false */
  readonly warns?: boolean
  /** Release notes and help text say whether it still has an effect. @default false */
  readonly isDocumented?: boolean
}

/** A metric. */
export interface ReleasedMetric {
  readonly name: string
  /** @default 'alpha' */
  readonly stability?: Track
  /** @default false */
  readonly isDeprecated?: boolean
}

/** Something the product does that is no field and no flag. */
export interface ReleasedBehavior {
  readonly name: string
  /** Its end has been announced. @default false */
  readonly isDeprecated?: boolean
}
