import type { ApiObject, Mutable } from '@pinnace/meta'

/** An object that a write is building; only the write path has one. */
export type Draft = Mutable<ApiObject>
