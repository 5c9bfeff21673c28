import type { Awaitable } from '@pinnace/meta'
import type { ReadyDocument } from './version-documents.ts'

/** What `/openapi` is answered with: documents of one server, or of several put together. */
export interface OpenApiDocuments {
  v2Json(): Awaitable<ReadyDocument>
  v2Protobuf(): Awaitable<ReadyDocument>
  v3Index(): Awaitable<ReadyDocument>
  /** The version-3 document of a path that another server has. */
  remote?(path: string): Promise<ReadyDocument | undefined> | undefined
}
