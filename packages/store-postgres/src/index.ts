export { createPostgresStore, type PostgresStore } from './postgres-store.ts'
export type { PostgresStoreOptions } from './postgres-store-options.ts'
export type { PostgresClient, PostgresNotification, PostgresPool, PostgresQuery } from './postgres-pool.ts'
