export { createEtcdStore, type EtcdStore, type EtcdStoreOptions } from './etcd-store.ts'
export type { EtcdTlsOptions } from './endpoints.ts'
