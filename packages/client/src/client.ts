import { parseGroupVersion, withErrorCode, type ApiObject, type Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { groupName, kindTable } from '@pinnace/types'
import type { ClientOfKind, KindReference } from './kind-types.ts'
import { createResourceClient, type ResourceClient } from './resource-client.ts'
import type { DiscoveredResource, ResourceIdentity } from './resource-identity.ts'
import type { DiscoverOptions, Transport } from './transport.ts'

/** Names a kind: its definition, its discovery entry, or `{ apiVersion, kind }`. */
export type KindName<T extends ApiObject = ApiObject> = ResourceDefinition<T> | ResourceIdentity | KindReference

/** An object reduced to its metadata. */
export interface PartialObjectMetadata extends ApiObject {
  readonly kind: 'PartialObjectMetadata'
}

/** A client of every resource of one server, in process or remote. */
export interface Client {
  readonly vocabulary: Vocabulary
  /** Carries the calls to the server. */
  readonly transport: Transport
  /** A typed client of one kind. Throws a TypeError for an unknown `{ apiVersion, kind }`. */
  readonly resource: ClientOfKind
  /** A client of the same resource that reads metadata only. It can patch; the answers are metadata too. */
  metadata(kind: KindName): ResourceClient<PartialObjectMetadata>
  /** Every resource the server serves now, in the server's order of groups and versions. */
  discover(options?: DiscoverOptions): Promise<readonly DiscoveredResource[]>
  /** Closes the connections. A client in process has none. */
  close(): Promise<void>
}

/** Options for {@link createClientOver}. */
export interface ClientOverOptions {
  readonly transport: Transport
  readonly vocabulary: Vocabulary
  /** Resolves `{ apiVersion, kind }`. @default the built-in kinds */
  readonly find?: (name: { group: string; version: string; kind: string }) => ResourceIdentity | undefined
  readonly close?: () => Promise<void>
}

/** A client over an existing transport. */
export function createClientOver(options: ClientOverOptions): Client {
  const { transport, vocabulary, close = async () => {} } = options
  const find = options.find ?? findBuiltIn(vocabulary)
  const identify = (kind: KindName<never>): ResourceIdentity => {
    if (!('apiVersion' in kind)) return kind
    const version = parseGroupVersion(kind.apiVersion)
    const found = version && find({ ...version, kind: kind.kind })
    if (found === undefined) {
      const error = new TypeError(
        `${kind.apiVersion} ${kind.kind} is not known here: name it by its definition or by discovery`,
      )
      throw withErrorCode(error, 'unknown-kind')
    }
    return found
  }
  return {
    vocabulary,
    transport,
    // The kind determines the type of its objects.
    resource: (kind: KindName<never>): never => createResourceClient(transport, identify(kind)) as never,
    metadata: (kind) => createResourceClient(transport, identify(kind as KindName<never>), { metadataOnly: true }),
    discover: (call = {}) => transport.discover(call),
    close,
  }
}

function findBuiltIn(vocabulary: Vocabulary): NonNullable<ClientOverOptions['find']> {
  let identities: readonly ResourceIdentity[] | undefined
  return ({ group, version, kind }) =>
    (identities ??= kindTable.map((row) => ({ ...row, group: groupName(vocabulary, row.group) }))).find(
      (identity) => identity.group === group && identity.version === version && identity.kind === kind,
    )
}
