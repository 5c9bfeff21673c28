import type { Registry } from '@pinnace/resources'
import type { ServedResource } from './served-resource.ts'

/** What finds the resources of a server for its own use. */
export interface ResourceLookup {
  readonly registry: Registry
  /** The resource, also where it is not served to clients. */
  findDeclared(group: string, version: string, resource: string): ServedResource | undefined
}
