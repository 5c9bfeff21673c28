import type { ApiObject, Mutable } from '@pinnace/meta'

/** A mutable object that the write path is building. */
export type Draft = Mutable<ApiObject>
