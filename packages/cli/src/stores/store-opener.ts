import type { Store } from '@pinnace/store'

/** How the command opens one kind of store. */
export interface StoreOpener {
  /** What a spec begins with, before the colon. */
  readonly schemes: readonly string[]
  /** The form of a spec, for `--help`. */
  readonly form: string
  /** Opens the store of a spec. Loads the package of the store. */
  open(spec: string, options: OpenOptions): Promise<Store>
}

/** How a store is opened. */
export interface OpenOptions {
  /** Unless set, the store must exist. */
  readonly mayCreate: boolean
  /** Acknowledges writes to LMDB before they are on disk. @default false */
  readonly unsafeNoFsync?: boolean
}
