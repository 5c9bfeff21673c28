import { badRequest, quote, unclassifiedError } from '@pinnace/meta'

const largest = 0xffff_ffff_ffff_ffffn

/** Parses a resourceVersion. Throws 400 unless it is an unsigned 64-bit decimal number. */
// upstream: storage/versioner.go, ParseResourceVersion
export function parseResourceVersion(text: string): bigint {
  const revision = readRevision(text)
  if (typeof revision === 'bigint') return revision
  throw badRequest(`invalid resource version: resourceVersion: Invalid value: ${quote(text)}: ${revision}`)
}

/** The revision that a get or a watch starts from. Throws 500 for a version that is not a number. */
// upstream: storage/etcd3 and cacher – only the options of a list are checked before the store parses the version.
export function parseStartVersion(text: string): bigint {
  const revision = readRevision(text)
  if (typeof revision === 'bigint') return revision
  throw unclassifiedError(`resourceVersion: Invalid value: ${quote(text)}: ${revision}`)
}

/** Throws 500 for the resourceVersion of an object that is not a number; an empty one is accepted. */
// upstream: storage/api_object_versioner.go, ObjectResourceVersion – the error is not that of a Status.
export function assertObjectVersion(text: string | undefined): void {
  if (text === undefined || text === '') return
  const revision = readRevision(text)
  if (typeof revision !== 'bigint') throw unclassifiedError(revision)
}

/** True for the resourceVersion of an object that names no version: none, or zero. */
export function isUnset(text: string | undefined): boolean {
  return text === undefined || /^0*$/.test(text)
}

/** The revision, or the reason why there is none. */
function readRevision(text: string): bigint | string {
  const digits = /^\d+$/.test(text)
  const revision = digits ? BigInt(text) : undefined
  if (revision !== undefined && revision <= largest) return revision
  return `strconv.ParseUint: parsing ${quote(text)}: ${digits ? 'value out of range' : 'invalid syntax'}`
}
