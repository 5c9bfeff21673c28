import type { Awaitable } from '@pinnace/meta'
import type { ReadyDocument } from './version-documents.ts'

/** The documents of `/openapi`: those of one server, or of several merged. */
export interface OpenApiDocuments {
  v2Json(): Awaitable<ReadyDocument>
  v2Protobuf(): Awaitable<ReadyDocument>
  v3Index(): Awaitable<ReadyDocument>
  /** The version-3 document of a path that another server serves. */
  remote?(path: string): Promise<ReadyDocument | undefined> | undefined
}
