/** One request of the log, as a line. */
export interface TracedRequest {
  /** Counted from 1. */
  readonly number: number
  /** When it was received, RFC 3339. */
  readonly time: string
  readonly transport: 'http' | 'in-process'
  readonly method: string
  /** Path and query, as the client sent them. */
  readonly target: string
  /** `get`, `list`, `create` …, or the method in lower case for a path that is no resource. */
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** Empty until the user is known, and for a request that was not authenticated. */
  readonly user: string
  readonly state: 'running' | 'streaming' | 'ended'
  /** The code of the answer; absent while there is none. */
  readonly status?: number
  /** Milliseconds until the answer was known; for a stream, until it started. */
  readonly durationMs?: number
}

/** One operation of a JSON Patch. `value` is absent where it is secret. */
export interface TracedPatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/** One run of an admission plugin. */
export interface TracedPlugin {
  readonly name: string
  readonly phase: 'admit' | 'validate'
  readonly durationMs: number
  /** What it has changed; empty for nothing. */
  readonly patch: readonly TracedPatchOperation[]
  /** Why it has refused the request. */
  readonly refusal?: string
}

/** A part of the pipeline, and how long it took. */
export interface TracedStage {
  readonly name: string
  readonly durationMs: number
}

/** The answer of a request that failed. */
export interface TracedFailure {
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly causes: readonly { readonly field?: string; readonly reason?: string; readonly message?: string }[]
}

/** The rule of RBAC that allows a request now, or what is missing. */
export interface TracedRule {
  readonly isAllowed: boolean
  readonly rule: InspectedRule
  readonly role?: { readonly kind: string; readonly name: string }
  readonly binding?: InspectedBinding
  /** Rules of the user that fail in one respect. */
  readonly near: readonly { readonly rule: InspectedRule; readonly lacks: string; readonly binding: InspectedBinding }[]
}

/** A rule of a role. */
export interface InspectedRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** A binding by name. */
export interface InspectedBinding {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** One request of the log with everything that is known of it. */
export interface TracedRequestDetails extends TracedRequest {
  readonly auditId: string
  readonly userAgent?: string
  /** The media type of the body, as the client sent it. */
  readonly contentType?: string
  readonly remoteAddress?: string
  readonly groups: readonly string[]
  /** The authenticated user, for a request that impersonates another one. */
  readonly impersonator?: string
  /** The authenticator of the user; absent for anonymous requests and those in process. */
  readonly authenticator?: string
  readonly decision?: { readonly effect: 'allow' | 'deny' | 'noOpinion'; readonly reason: string }
  /** As of now, which may be later than the request. */
  readonly rbac?: TracedRule
  readonly stages: readonly TracedStage[]
  readonly admission: readonly TracedPlugin[]
  /** The audit annotations of admission, among them the patches of webhooks. */
  readonly annotations: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
  readonly failure?: TracedFailure
  /** The revision of the commit; absent for a request that wrote nothing. */
  readonly revision?: string
  /** The open watches that have received the event of the write until now. */
  readonly watchers?: number
  /** The text of the body; absent without one, and where {@link body} is hidden. */
  readonly body?: string
  /** Why the body is absent. */
  readonly bodyHidden?: 'secret' | 'too large' | 'not text'
}

/** The answer of `/inspector/api/requests`. */
export interface RequestPage {
  /** Another ID means another log: what is known of the one before is out of date. */
  readonly log: string
  /** Passed as `since` to receive what has changed after this answer. */
  readonly sequence: number
  readonly requests: readonly TracedRequest[]
}

/** A verb on a resource, and why it is allowed or not. */
export interface AccessCell {
  readonly verb: string
  readonly isAllowed: boolean
  readonly reason: string
  readonly role?: { readonly kind: string; readonly name: string }
  readonly binding?: InspectedBinding
}

/** A row of the access matrix. */
export interface AccessRow {
  readonly group: string
  readonly resource: string
  readonly isNamespaced: boolean
  readonly cells: readonly AccessCell[]
}

/** The answer of `/inspector/api/access`. */
export interface AccessMatrix {
  /** False without the mode RBAC: cells name no roles. */
  readonly hasRules: boolean
  readonly rows: readonly AccessRow[]
}

/** A rule that has allowed requests. */
export interface UsedRule {
  readonly role: { readonly kind: string; readonly name: string; readonly namespace: string }
  readonly rule: InspectedRule
  readonly requests: number
}

/** The answer of `/inspector/api/used-rules`. */
export interface UsedRules {
  readonly hasRules: boolean
  /** Since when requests are counted, RFC 3339. */
  readonly since: string
  readonly rules: readonly UsedRule[]
  /** True if more kinds of requests were received than are remembered. */
  readonly isPartial: boolean
}

/** A watch that is open. */
export interface OpenWatch {
  /** The number of its request in the log. */
  readonly request: number
  readonly user: string
  readonly userAgent: string
  readonly target: string
  readonly resource: string
  readonly group: string
  readonly namespace: string
  readonly openedAt: string
  readonly events: number
  readonly bookmarks: number
  /** Bytes that the client has not received yet. */
  readonly bufferedBytes: number
  /** All changes up to this revision have been delivered. */
  readonly deliveredRevision: string
  /** How far it is behind its cache, in revisions. */
  readonly lag: number
}

/** The watch cache of a resource. */
export interface InspectedCache {
  readonly group: string
  readonly resource: string
  readonly objects: number
  readonly watchers: number
  readonly revision: string
  readonly oldestRevision: string
}

/** The answer of `/inspector/api/watches`. */
export interface WatchReport {
  readonly watches: readonly OpenWatch[]
  readonly caches: readonly InspectedCache[]
  readonly inFlight: { readonly reading: number; readonly mutating: number }
  /** The tables of `/debug/api_priority_and_fairness`; absent without priority and fairness. */
  readonly flowControl?: { readonly levels: string; readonly queues: string }
  /** How late the event loop was in the last ten seconds; absent while the server does not listen. */
  readonly loopDelayMs?: { readonly last: number; readonly longest: number }
  /** Where the time of recent requests went, by verb and stage, in milliseconds. */
  readonly time: readonly {
    readonly verb: string
    readonly requests: number
    readonly stages: readonly TracedStage[]
    /** The parts of the stage `admission` that took longest, longest first. */
    readonly plugins: readonly TracedStage[]
  }[]
}

/** Who wrote a revision, as far as the log of requests knows. */
export interface RevisionWriter {
  readonly revision: string
  readonly user: string
  /** The number of the request in the log. */
  readonly request: number
}

/** The answer of `/inspector/api/defaults`. */
export interface ObjectDefaults {
  /** JSON pointers of the fields that have their default. */
  readonly fields: readonly string[]
  /** True for an object that is too large for all of its fields to be tried. */
  readonly isPartial: boolean
}
