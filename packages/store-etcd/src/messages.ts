import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire'

// The messages of etcd's gRPC API that this store uses, by their field numbers. Zero values are not written, and unknown
// fields are skipped.
// upstream: etcd api/etcdserverpb/rpc.proto, api/mvccpb/kv.proto

/** A key of etcd with its value. */
export interface KeyValue {
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly createRevision: bigint
  readonly modRevision: bigint
}

/** The keys from `key` (inclusive) to `end` (exclusive); without `end` one key. */
export interface KeyRange {
  readonly key: Uint8Array
  readonly end?: Uint8Array
}

export interface RangeRequest extends KeyRange {
  readonly limit?: number
  /** 0 or undefined: the newest. */
  readonly revision?: bigint
  readonly countOnly?: boolean
}

export interface RangeResponse {
  readonly revision: bigint
  readonly kvs: readonly KeyValue[]
  /** The number of keys in the range, regardless of the limit. */
  readonly count: number
}

export interface PutRequest {
  readonly key: Uint8Array
  readonly value: Uint8Array
  /** Returns the replaced value. */
  readonly previous?: boolean
  /** The lease that deletes the key when it expires. */
  readonly lease?: bigint
}

/** The answer to a put or a delete. */
export interface WriteResponse {
  readonly revision: bigint
  readonly previous: KeyValue | undefined
}

export type Operation = { readonly range: RangeRequest } | { readonly put: PutRequest } | { readonly remove: KeyRange }

/** A condition on a key: its last revision (0 if it does not exist), or the number of writes since it was created. */
export interface Comparison {
  readonly key: Uint8Array
  readonly is: 'equal' | 'greater'
  readonly modRevision?: bigint
  readonly version?: bigint
}

export interface TransactionRequest {
  readonly compare: readonly Comparison[]
  readonly success: readonly Operation[]
  readonly failure: readonly Operation[]
}

export interface TransactionResponse {
  readonly revision: bigint
  readonly succeeded: boolean
  /** One answer for each operation. */
  readonly kvs: readonly (KeyValue | undefined)[]
  /** The version of the first key of each answer. */
  readonly versions: readonly bigint[]
}

export interface StatusResponse {
  readonly version: string
}

/** A method of etcd. */
export interface Method<Request, Response> {
  readonly path: string
  readonly encode: (request: Request) => Uint8Array
  readonly decode: (bytes: Uint8Array) => Response
}

export const rangeMethod: Method<RangeRequest, RangeResponse> = {
  path: '/etcdserverpb.KV/Range',
  encode: (request) => writeRange(new BinaryWriter(), request).finish(),
  decode: decodeRange,
}

export const putMethod: Method<PutRequest, WriteResponse> = {
  path: '/etcdserverpb.KV/Put',
  encode: (request) => writePut(new BinaryWriter(), request).finish(),
  decode: decodePut,
}

export const transactionMethod: Method<TransactionRequest, TransactionResponse> = {
  path: '/etcdserverpb.KV/Txn',
  encode: encodeTransaction,
  decode: decodeTransaction,
}

export const compactMethod: Method<{ readonly revision: bigint }, bigint> = {
  path: '/etcdserverpb.KV/Compact',
  encode: ({ revision }) => new BinaryWriter().tag(1, varint).int64(revision).finish(),
  decode: decodeRevision,
}

/** Grants a lease; its ID is chosen by etcd. */
export const leaseMethod: Method<{ readonly ttlSeconds: number }, bigint> = {
  path: '/etcdserverpb.Lease/LeaseGrant',
  encode: ({ ttlSeconds }) => new BinaryWriter().tag(1, varint).int64(ttlSeconds).finish(),
  decode: decodeLease,
}

export const statusMethod: Method<undefined, StatusResponse> = {
  path: '/etcdserverpb.Maintenance/Status',
  encode: () => new Uint8Array(),
  decode: decodeStatus,
}

/** Exchanges a name and password for a token. */
export const authenticateMethod: Method<{ readonly username: string; readonly password: string }, string> = {
  path: '/etcdserverpb.Auth/Authenticate',
  encode: ({ username, password }) =>
    new BinaryWriter().tag(1, delimited).string(username).tag(2, delimited).string(password).finish(),
  decode: decodeToken,
}

// Wire types; a plain constant is cheaper than the enum of the library.
const varint = 0
const delimited = 2

const comparisons = { equal: 0, greater: 1 } as const
const versionTarget = 0
const modTarget = 2

/** Writes a nested message. */
export function writeMessage(writer: BinaryWriter, field: number, write: (writer: BinaryWriter) => void): BinaryWriter {
  writer.tag(field, delimited).fork()
  write(writer)
  return writer.join()
}

/** Writes the key and the end of a range as fields 1 and 2. */
export function writeKeyRange(writer: BinaryWriter, { key, end }: KeyRange): BinaryWriter {
  writer.tag(1, delimited).bytes(key)
  return end === undefined ? writer : writer.tag(2, delimited).bytes(end)
}

function writeRange(writer: BinaryWriter, request: RangeRequest): BinaryWriter {
  writeKeyRange(writer, request)
  const { limit = 0, revision = 0n, countOnly = false } = request
  if (limit > 0) writer.tag(3, varint).int64(limit)
  if (revision > 0n) writer.tag(4, varint).int64(revision)
  if (countOnly) writer.tag(9, varint).bool(true)
  return writer
}

function writePut(writer: BinaryWriter, { key, value, previous = false, lease }: PutRequest): BinaryWriter {
  writer.tag(1, delimited).bytes(key).tag(2, delimited).bytes(value)
  if (lease !== undefined) writer.tag(3, varint).int64(lease)
  return previous ? writer.tag(4, varint).bool(true) : writer
}

function writeOperation(writer: BinaryWriter, operation: Operation): void {
  if ('range' in operation) writeMessage(writer, 1, (nested) => writeRange(nested, operation.range))
  else if ('put' in operation) writeMessage(writer, 2, (nested) => writePut(nested, operation.put))
  else {
    // A delete always returns what it has deleted.
    writeMessage(writer, 3, (nested) => writeKeyRange(nested, operation.remove).tag(3, varint).bool(true))
  }
}

function writeComparison(writer: BinaryWriter, { key, is, modRevision, version }: Comparison): void {
  writer.tag(1, varint).int32(comparisons[is])
  writer.tag(2, varint).int32(version === undefined ? modTarget : versionTarget)
  writer.tag(3, delimited).bytes(key)
  if (version === undefined) writer.tag(6, varint).int64(modRevision ?? 0n)
  else writer.tag(4, varint).int64(version)
}

function encodeTransaction({ compare, success, failure }: TransactionRequest): Uint8Array {
  const writer = new BinaryWriter()
  for (const comparison of compare) writeMessage(writer, 1, (nested) => writeComparison(nested, comparison))
  for (const operation of success) writeMessage(writer, 2, (nested) => writeOperation(nested, operation))
  for (const operation of failure) writeMessage(writer, 3, (nested) => writeOperation(nested, operation))
  return writer.finish()
}

/** Calls `read` with the number of each field; a field that it returns false for is skipped. */
export function readFields(bytes: Uint8Array, read: (field: number, reader: BinaryReader) => unknown): void {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    if (read(field, reader) === false) reader.skip(type, field)
  }
}

/** The revision of a response header. */
export function decodeHeader(bytes: Uint8Array): bigint {
  let revision = 0n
  readFields(bytes, (field, reader) => (field === 3 ? (revision = readInteger(reader)) : false))
  return revision
}

export function readInteger(reader: BinaryReader): bigint {
  return BigInt(reader.int64())
}

interface VersionedKeyValue extends KeyValue {
  readonly version: bigint
}

export function decodeKeyValue(bytes: Uint8Array): VersionedKeyValue {
  let key: Uint8Array = empty
  let value: Uint8Array = empty
  let [createRevision, modRevision, version] = [0n, 0n, 0n]
  readFields(bytes, (field, reader) => {
    if (field === 1) key = reader.bytes()
    else if (field === 2) createRevision = readInteger(reader)
    else if (field === 3) modRevision = readInteger(reader)
    else if (field === 4) version = readInteger(reader)
    else if (field === 5) value = reader.bytes()
    else return false
    return true
  })
  return { key, value, createRevision, modRevision, version }
}

function decodeRange(bytes: Uint8Array): RangeResponse & { readonly kvs: readonly VersionedKeyValue[] } {
  const kvs: VersionedKeyValue[] = []
  let revision = 0n
  let count = 0
  readFields(bytes, (field, reader) => {
    if (field === 1) revision = decodeHeader(reader.bytes())
    else if (field === 2) kvs.push(decodeKeyValue(reader.bytes()))
    else if (field === 4) count = Number(readInteger(reader))
    else return false
    return true
  })
  return { revision, kvs, count }
}

function decodePut(bytes: Uint8Array): WriteResponse {
  return decodeWrite(bytes, 2)
}

function decodeWrite(bytes: Uint8Array, previousField: number): WriteResponse {
  let revision = 0n
  let previous: KeyValue | undefined
  readFields(bytes, (field, reader) => {
    if (field === 1) revision = decodeHeader(reader.bytes())
    else if (field === previousField) previous = decodeKeyValue(reader.bytes())
    else return false
    return true
  })
  return { revision, previous }
}

function decodeTransaction(bytes: Uint8Array): TransactionResponse {
  const kvs: (KeyValue | undefined)[] = []
  const versions: bigint[] = []
  let revision = 0n
  let succeeded = false
  readFields(bytes, (field, reader) => {
    if (field === 1) revision = decodeHeader(reader.bytes())
    else if (field === 2) succeeded = reader.bool()
    else if (field === 3) {
      const kv = decodeAnswer(reader.bytes())
      kvs.push(kv)
      versions.push(kv?.version ?? 0n)
    } else return false
    return true
  })
  return { revision, succeeded, kvs, versions }
}

/** The only key value of the answer to an operation: the key that was read, or what a write has replaced. */
function decodeAnswer(bytes: Uint8Array): VersionedKeyValue | undefined {
  let found: VersionedKeyValue | undefined
  readFields(bytes, (answer, reader) => {
    const keyField = answer === 3 ? 3 : 2
    readFields(reader.bytes(), (field, inner) => (field === keyField ? (found = decodeKeyValue(inner.bytes())) : false))
  })
  return found
}

function decodeRevision(bytes: Uint8Array): bigint {
  let revision = 0n
  readFields(bytes, (field, reader) => (field === 1 ? (revision = decodeHeader(reader.bytes())) : false))
  return revision
}

function decodeLease(bytes: Uint8Array): bigint {
  let lease = 0n
  readFields(bytes, (field, reader) => (field === 2 ? (lease = readInteger(reader)) : false))
  return lease
}

function decodeStatus(bytes: Uint8Array): StatusResponse {
  let version = ''
  readFields(bytes, (field, reader) => (field === 2 ? (version = reader.string()) : false))
  return { version }
}

function decodeToken(bytes: Uint8Array): string {
  let token = ''
  readFields(bytes, (field, reader) => (field === 2 ? (token = reader.string()) : false))
  return token
}

const empty = new Uint8Array()
