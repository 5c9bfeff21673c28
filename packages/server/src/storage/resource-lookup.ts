import type { Registry } from '@pinnace/resources'
import type { ServedResource } from './served-resource.ts'

/** Finds the resources of a server, for its own use. */
export interface ResourceLookup {
  readonly registry: Registry
  /** The resource, also if it is not served to clients. */
  findDeclared(group: string, version: string, resource: string): ServedResource | undefined
}
