/** A statement with its values. */
export interface PostgresQuery {
  text: string
  values?: unknown[]
  types?: { getTypeParser: (type: number, format?: unknown) => (text: string) => unknown }
}

/** A notification of the database. */
export interface PostgresNotification {
  readonly channel: string
  readonly payload?: string | undefined
}

/** A connection of a pool; a `PoolClient` of `pg` is one. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[] }>
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  on(event: 'notification', listener: (notification: PostgresNotification) => void): unknown
  removeListener(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  removeListener(event: 'notification', listener: (notification: PostgresNotification) => void): unknown
  /** Returns the connection to the pool, or closes it. */
  release(destroy?: boolean): void
}

/** The part of a connection pool that the store uses; a `Pool` of `pg` is one. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
  readonly options?: { readonly max?: number | undefined }
}
