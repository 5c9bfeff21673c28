export { createLmdbStore, type LmdbStore, type LmdbStoreOptions } from './lmdb-store.ts'
export { backupLmdbStore, checkLmdbStore, restoreLmdbStore, type CheckReport } from './maintenance.ts'
