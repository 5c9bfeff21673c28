/** The clock, the faults and the forks of a test server, as the page Time shows them. */
export interface TimeReport {
  /** The wall time of the server's clock, RFC 3339. */
  readonly now: string
  /** Whether the clock moves only when someone advances it. */
  readonly isVirtual: boolean
  /** True while an advance runs. */
  readonly isAdvancing: boolean
  /** The timers of a virtual clock that are due next, earliest first. */
  readonly timers: readonly InspectedTimer[]
  /** All of them. */
  readonly timerCount: number
  readonly faults: readonly InspectedFault[]
  readonly forks: readonly InspectedFork[]
  /** Whether a test waits for `resume`. */
  readonly isPaused: boolean
}

/** A timer of a virtual clock. */
export interface InspectedTimer {
  /** Milliseconds from now. */
  readonly dueInMs: number
  /** When the wall clock says so, RFC 3339, unless it is set. */
  readonly dueAt: string
}

/** A fault that is in effect. */
export interface InspectedFault {
  readonly id: number
  readonly type: string
  /** Its options as JSON: what it matches, and what it does. */
  readonly options: string
  /** How often it has happened. */
  readonly count: number
}

/** A fork that was made on the page. */
export interface InspectedFork {
  readonly name: string
  /** When the server was forked, by its clock, RFC 3339. */
  readonly createdAt: string
}

/** The objects that differ between two states. */
export interface ForkComparison {
  readonly differences: readonly ForkDifference[]
  /** The number of objects that are equal. */
  readonly equal: number
  /** True if there are more differences than are listed. */
  readonly isPartial: boolean
}

/** An object that differs. */
export interface ForkDifference {
  /** `apps_v1/Deployment/default/web.yaml` */
  readonly path: string
  readonly type: 'added' | 'changed' | 'removed'
  /** YAML without uids, versions and times; empty where there is none. */
  readonly before: string
  readonly after: string
  /** Secrets are compared, but not shown. */
  readonly isHidden: boolean
}
