import { parseJson, thenMaybe, type Awaitable } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { loadProtobuf } from '@pinnace/versioning'
import { plainFormOf } from '../../storage/stored-form/plain-form.ts'

/** The address in a record of a server. */
export interface RecordedAddress {
  readonly address: string
  /** Undefined where the record has none: records for clients by kube-apiserver, whose servers share a port. */
  readonly port: number | undefined
}

/** Reads the record of a server; undefined for a record that cannot be read. */
export type ReadAddress = (value: Uint8Array) => Awaitable<RecordedAddress | undefined>

/** Creates the reader of records: Endpoints in JSON, as Pinnace stores them, or in protobuf, as kube-apiserver does. */
// upstream: pkg/controlplane/reconcilers/lease.go and apiserver/pkg/reconcilers/peer_endpoint_lease.go
export function createReadAddress(registry: Registry): ReadAddress {
  return (value) => {
    if (plainFormOf(value) !== 'protobuf') {
      return attempt(() => {
        const { value: object } = parseJson(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
        return object as Record<string, unknown>
      })
    }
    const [endpoints] = registry.versionsOf({ storage: { group: '', resource: 'endpoints' } })
    if (endpoints === undefined) return undefined
    return thenMaybe(loadProtobuf(), (codec) =>
      attempt(() => codec.decodeProtobuf(endpoints.schema(), codec.readEnvelope(value).raw)),
    )
  }
}

function attempt(decode: () => Record<string, unknown>): RecordedAddress | undefined {
  try {
    return addressOf(decode())
  } catch {
    // What is no record names no server.
    return undefined
  }
}

interface Subset {
  readonly addresses?: readonly { readonly ip?: unknown }[]
  readonly ports?: readonly { readonly port?: unknown }[]
}

function addressOf(object: { readonly subsets?: unknown }): RecordedAddress | undefined {
  const [subset] = (object.subsets as readonly Subset[] | undefined) ?? []
  const ip = subset?.addresses?.[0]?.ip
  const port = subset?.ports?.[0]?.port
  return typeof ip === 'string' ? { address: ip, port: typeof port === 'number' ? port : undefined } : undefined
}
