export { createLmdbStore } from './lmdb-store.ts'
export type { LmdbStore, LmdbStoreOptions } from './lmdb-store-options.ts'
export { backupLmdbStore, checkLmdbStore, restoreLmdbStore, type CheckReport } from './maintenance.ts'
