export { aggregatedVersions } from './discovery/aggregated.ts'
export { createDiscovery, type DiscoveryHandler, type DiscoveryOptions } from './discovery/create-discovery.ts'
export type {
  Discovered,
  DiscoveredGroup,
  DiscoveredVersion,
  OwnVersion,
  RemoteVersion,
} from './discovery/discovered-groups.ts'
export type {
  ApiGroupDiscoveryList,
  ResourceDiscovery,
  SubresourceDiscovery,
  VersionDiscovery,
} from './discovery/group-discovery.ts'
export { createOpenApi, type OpenApiHandler, type OpenApiHandlerOptions } from './openapi/create-open-api.ts'
export type { DocumentCache } from './openapi/document-cache.ts'
export { encodeGnostic } from './openapi/gnostic.ts'
export type { OpenApiDocuments } from './openapi/open-api-documents.ts'
export { toReady, type ReadyDocument } from './openapi/version-documents.ts'
