/**
 * A request of a case. Text in braces, `{{0.metadata.uid}}`, stands for a member of the answer to an earlier step,
 * `{{webhook}}` for the URL of the webhook of the judge, and `{{ca}}` for its certificate authority, base64.
 */
export interface Step {
  readonly method: string
  readonly path: string
  /** A JSON value, or text that is sent as it is. */
  readonly body?: unknown
  /** The body in place of `body`, base64: a message of protobuf. */
  readonly bytes?: string
  /** Media type of the body. @default application/json, and merge patches for PATCH */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The token to send; empty for none. @default admin-token */
  readonly as?: string
  /** Splits a large answer into parts that are compared and counted one by one. */
  readonly parts?: 'definitions' | 'paths' | 'schemas' | 'items' | 'lines' | 'metrics' | 'resources'
  /** Sent without comparing the answers: it prepares other steps. */
  readonly silent?: boolean
  /** Time to wait before the request, for what the server does in the background. */
  readonly afterMs?: number
  /** A regular expression of the answer: the request is sent again until the answer matches, for at most ten seconds. */
  readonly until?: string
  /** Also compares what columns of tables are described with; one request of each kind does. */
  readonly withDescriptions?: boolean
  /** Starts the request and goes on; the step is compared at the end of the case. For watches. */
  readonly background?: boolean
}

/** Requests that are sent one after the other, to both servers. */
export interface Case {
  /** Unique within its area. */
  readonly name: string
  /** The resource it is about, for `--kind`. Cases without one always run. */
  readonly kind?: string
  readonly steps: readonly Step[]
}

/** What the cases of an area are made for. */
export interface CaseContext {
  /** Begins the names of namespaces and cluster-scoped objects, so that runs do not meet. */
  readonly prefix: string
  /** Selects fewer requests of generated ones: one in so many. @default 1 */
  readonly every?: number
}

/** An area: stages that run one after the other; the cases of a stage run at the same time. */
export interface Area {
  readonly name: string
  readonly title: string
  stages(context: CaseContext): Promise<readonly (readonly Case[])[]>
  /** Servers of its own, with other flags; without them, the area asks those of the defaults. */
  readonly servers?: ServerFlags
}

/** How the servers of an area are started. */
export interface ServerFlags {
  /**
   * Flags of both servers, in place of those of the same name that they have otherwise. `{{files}}` stands for the
   * folder of the files, and `{{etcd}}` for the URL of a new etcd.
   */
  readonly both?: readonly string[]
  readonly original?: readonly string[]
  readonly pinnace?: readonly string[]
  /** Files that the flags name: their text, with `{{webhook}}` and `{{ca}}`. */
  readonly files?: Readonly<Record<string, string>>
}
