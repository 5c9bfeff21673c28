import { BinaryWriter } from '@bufbuild/protobuf/wire'
import {
  decodeHeader,
  decodeKeyValue,
  readFields,
  readInteger,
  writeKeyRange,
  writeMessage,
  type KeyRange,
  type KeyValue,
} from './messages.ts'

// upstream: etcd api/etcdserverpb/rpc.proto, WatchRequest and WatchResponse

export const watchPath = '/etcdserverpb.Watch/Watch'

export type WatchRequest = { readonly create: KeyRange & { readonly startRevision: bigint } } | 'progress'

/** A change as etcd delivers it. */
export interface RawEvent {
  readonly deleted: boolean
  readonly kv: KeyValue
  readonly previous: KeyValue | undefined
}

export interface WatchResponse {
  /** The newest revision of the store when the response was sent. */
  readonly revision: bigint
  readonly created: boolean
  readonly canceled: boolean
  /** The compacted revision, if the watch was canceled because of it; 0 otherwise. */
  readonly compactRevision: bigint
  readonly cancelReason: string
  /** More of this response follows. */
  readonly fragment: boolean
  readonly events: readonly RawEvent[]
}

export function encodeWatchRequest(request: WatchRequest): Buffer {
  const writer = new BinaryWriter()
  if (request === 'progress') writeMessage(writer, 3, () => undefined)
  else {
    writeMessage(writer, 1, (nested) => {
      writeKeyRange(nested, request.create).tag(3, 0).int64(request.create.startRevision)
      // Progress notifications, previous values, fragments.
      for (const field of [4, 6, 8]) nested.tag(field, 0).bool(true)
    })
  }
  return Buffer.from(writer.finish())
}

export function decodeWatchResponse(bytes: Uint8Array): WatchResponse {
  let [revision, compactRevision] = [0n, 0n]
  let [created, canceled, fragment] = [false, false, false]
  let cancelReason = ''
  const events: RawEvent[] = []
  readFields(bytes, (field, reader) => {
    if (field === 1) revision = decodeHeader(reader.bytes())
    else if (field === 3) created = reader.bool()
    else if (field === 4) canceled = reader.bool()
    else if (field === 5) compactRevision = readInteger(reader)
    else if (field === 6) cancelReason = reader.string()
    else if (field === 7) fragment = reader.bool()
    else if (field === 11) events.push(decodeEvent(reader.bytes()))
    else return false
    return true
  })
  return { revision, created, canceled, compactRevision, cancelReason, fragment, events }
}

function decodeEvent(bytes: Uint8Array): RawEvent {
  let deleted = false
  let kv: KeyValue | undefined
  let previous: KeyValue | undefined
  readFields(bytes, (field, reader) => {
    if (field === 1) deleted = reader.int32() === 1
    else if (field === 2) kv = decodeKeyValue(reader.bytes())
    else if (field === 3) previous = decodeKeyValue(reader.bytes())
    else return false
    return true
  })
  return { deleted, kv: kv ?? decodeKeyValue(new Uint8Array()), previous }
}
