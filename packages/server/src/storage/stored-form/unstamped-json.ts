import { parseJson, type ApiObject } from '@pinnace/meta'
import type { StampedValue } from '@pinnace/store'
import { encodeObject } from '../encode-object.ts'

const revisionMember = '"resourceVersion":"'

/** The JSON of a stamped object without its resourceVersion. It ends with a line feed, as in kube-apiserver. */
export function unstampedJson({ before, after }: StampedValue): string {
  const head = before.slice(0, -revisionMember.length)
  // The member is followed by `"}` if it is the last one, otherwise by `",`.
  if (!after.startsWith('"}')) return `${head}${after.slice(2)}`
  return `${head.endsWith(',') ? head.slice(0, -1) : head}${after.slice(1)}`
}

/**
 * The JSON of a stored object with the revision of its last write as resourceVersion, and `kind` first. Returns JSON that
 * has one already unchanged. Only the beginning is looked at: where members have another order than kube-apiserver or
 * this server write, the object is parsed.
 */
export function stampedJson(json: Uint8Array, revision: bigint): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  const head = readHead(bytes)
  const end = bytes.at(-1) === lineFeed ? bytes.length - 1 : bytes.length
  if (head === undefined || bytes[end - 1] !== closeBrace) return parsed(bytes, revision)
  const at = skipIdentity(bytes, head.metadata)
  if (startsAt(bytes, at, revisionMember)) {
    // A value that was copied from another store may have the revision that it had there.
    const isOwn = startsAt(bytes, at + revisionMember.length, `${revision}"`)
    return head.isKindFirst && isOwn ? json : parsed(bytes, revision)
  }
  const stamp = `${revisionMember}${revision}"`
  const isLast = bytes[at] === closeBrace
  // After the members that identify the object, which end in a comma if others follow.
  const [before, after] = isLast ? [bytes[at - 1] === openBrace ? '' : ',', ''] : ['', ',']
  return Buffer.concat([
    ...(head.isKindFirst ? [bytes.subarray(0, head.metadata)] : [Buffer.from(head.canonical)]),
    bytes.subarray(head.metadata, at),
    Buffer.from(before + stamp + after),
    bytes.subarray(at),
  ])
}

function parsed(bytes: Buffer, revision: bigint): Uint8Array {
  const { before, after } = encodeObject(parseJson(bytes).value as ApiObject, undefined)
  return Buffer.from(`${before}${revision}${after}`)
}

const lineFeed = 0x0a
const quote = 0x22
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const backslash = 0x5c

interface Head {
  /** The offset after the opening brace of metadata. */
  readonly metadata: number
  readonly isKindFirst: boolean
  /** The head in the order of this server. */
  readonly canonical: string
}

/** Reads `{"kind":K,"apiVersion":V,"metadata":{`, the first two in either order. */
function readHead(bytes: Buffer): Head | undefined {
  const isKindFirst = startsAt(bytes, 0, '{"kind":"')
  const [first, second] = isKindFirst ? ['{"kind":', ',"apiVersion":'] : ['{"apiVersion":', ',"kind":']
  if (!startsAt(bytes, 0, first)) return undefined
  const firstEnd = skipString(bytes, first.length)
  if (!startsAt(bytes, firstEnd, second)) return undefined
  const secondEnd = skipString(bytes, firstEnd + second.length)
  if (!startsAt(bytes, secondEnd, ',"metadata":{')) return undefined
  const [one, two] = [
    bytes.toString('utf8', first.length, firstEnd),
    bytes.toString('utf8', firstEnd + second.length, secondEnd),
  ]
  return {
    metadata: secondEnd + ',"metadata":{'.length,
    isKindFirst,
    canonical: isKindFirst ? '' : `{"kind":${two},"apiVersion":${one},"metadata":{`,
  }
}

/** The offset after `name`, `generateName`, `namespace` and `uid`, in this order, and the comma after them. */
function skipIdentity(bytes: Buffer, start: number): number {
  let at = start
  for (const member of ['"name":"', '"generateName":"', '"namespace":"', '"uid":"']) {
    if (!startsAt(bytes, at, member)) continue
    at = skipString(bytes, at + member.length - 1)
    if (bytes[at] !== comma) return at
    at++
  }
  return at
}

/** The offset after the string that starts at `at`. */
function skipString(bytes: Buffer, at: number): number {
  for (let end = bytes.indexOf(quote, at + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = end
    while (bytes[escapes - 1] === backslash) escapes--
    if ((end - escapes) % 2 === 0) return end + 1
  }
  return bytes.length
}

function startsAt(bytes: Buffer, at: number, text: string): boolean {
  if (at + text.length > bytes.length) return false
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}
