import { Buffer } from './buffer.ts'
import { at, readElement, readElements, tags, type Element } from './der.ts'
import { digestOf } from './digests.ts'
import { KeyObject } from './key-object.ts'
import { readPublicKey, writePublicKey } from './keys.ts'
import { readPem } from './pem.ts'
import { verifyBytes } from './signatures.ts'

/** X509Certificate of Node, with the members that the server reads. */
export class X509Certificate {
  readonly raw: Buffer
  readonly publicKey: KeyObject
  readonly validFrom: string
  readonly validTo: string
  /** Whether it may sign certificates. */
  readonly ca: boolean
  /** Extended key usages, in dotted form; undefined if it states none. */
  readonly keyUsage: readonly string[] | undefined
  readonly #signed: Buffer
  readonly #algorithm: string
  readonly #signature: Buffer
  readonly #issuer: Buffer
  readonly #subject: Buffer

  constructor(given: string | Uint8Array) {
    const { whole, content } = readElement(derOf(given))
    this.raw = Buffer.from(whole)
    const parts = readElements(content)
    this.#signed = at(parts, 0).whole
    this.#algorithm = hashes[at(readElements(at(parts, 1).content), 0).content.toString('hex')] ?? ''
    this.#signature = at(parts, 2).content.slice(1)
    // Serial number, algorithm, issuer, validity, subject, key; a version before them is tagged.
    const fields = readElements(at(parts, 0).content).filter(({ tag }) => tag !== 0xa0)
    this.#issuer = at(fields, 2).whole
    this.#subject = at(fields, 4).whole
    const [from, to] = readElements(at(fields, 3).content)
    this.validFrom = timeOf(from)
    this.validTo = timeOf(to)
    this.publicKey = new KeyObject('public', readPublicKey(at(fields, 5).whole))
    const extensions = extensionsOf(fields)
    this.ca = isAuthority(extensions.get('551d13')) && maySign(extensions.get('551d0f'))
    this.keyUsage = readUsages(extensions.get('551d25'))
  }

  /** `CN=name` and so on, a line for each attribute. */
  get subject(): string {
    return Object.entries(namesOf(this.#subject))
      .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
      .join('\n')
  }

  get fingerprint256(): string {
    const hex = Buffer.from(digestOf('sha256')(this.raw)).toString('hex').toUpperCase()
    return (hex.match(/../g) ?? []).join(':')
  }

  checkPrivateKey(key: KeyObject): boolean {
    return writePublicKey(key.material).equals(writePublicKey(this.publicKey.material))
  }

  checkIssued(issuer: X509Certificate): boolean {
    return this.#issuer.equals(issuer.#subject)
  }

  verify(key: KeyObject): boolean {
    return this.#algorithm !== '' && verifyBytes(this.#algorithm, this.#signed, key.material, this.#signature)
  }

  toLegacyObject(): { readonly subject: Readonly<Record<string, string | string[]>> } {
    return { subject: namesOf(this.#subject) }
  }
}

/** The hash functions of signature algorithms, by the hex of their object identifiers. */
const hashes: Readonly<Record<string, string>> = {
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2b6570': 'none',
}

function derOf(given: string | Uint8Array): Buffer {
  const bytes = typeof given === 'string' ? Buffer.from(given, 'latin1') : Buffer.from(given)
  return bytes[0] === tags.sequence ? bytes : readPem(bytes.toString('latin1')).bytes
}

function extensionsOf(fields: readonly Element[]): ReadonlyMap<string, Buffer> {
  const extensions = fields.find(({ tag }) => tag === 0xa3)
  if (extensions === undefined) return new Map()
  return new Map(
    readElements(readElement(extensions.content).content).map(({ content }) => {
      const parts = readElements(content)
      return [at(parts, 0).content.toString('hex'), at(parts, parts.length - 1).content]
    }),
  )
}

function isAuthority(value: Buffer | undefined): boolean {
  if (value === undefined) return false
  const [first] = readElements(readElement(value).content)
  return first?.tag === 1 && first.content[0] !== 0
}

/** Whether a key usage, if there is one, allows signing certificates. */
function maySign(value: Buffer | undefined): boolean {
  return value === undefined || ((readElement(value).content[1] ?? 0) & 0x04) !== 0
}

function readUsages(value: Buffer | undefined): readonly string[] | undefined {
  return value === undefined
    ? undefined
    : readElements(readElement(value).content).map(({ content }) => dotted(content))
}

function dotted(content: Buffer): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first = 0, ...rest] = arcs
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...rest].join('.')
}

const attributeNames: Readonly<Record<string, string>> = {
  '550403': 'CN',
  '550406': 'C',
  '550407': 'L',
  '550408': 'ST',
  '55040a': 'O',
  '55040b': 'OU',
}

function namesOf(subject: Buffer): Readonly<Record<string, string | string[]>> {
  const names: Record<string, string | string[]> = {}
  for (const set of readElements(readElement(subject).content)) {
    for (const { content } of readElements(set.content)) {
      const parts = readElements(content)
      const name = attributeNames[at(parts, 0).content.toString('hex')]
      if (name === undefined) continue
      const value = at(parts, 1).content.toString()
      const known = names[name]
      names[name] = known === undefined ? value : [known, value].flat()
    }
  }
  return names
}

// upstream: RFC 5280, 4.1.2.5 – two digits of a year are those from 1950 to 2049.
function timeOf(element: Element | undefined): string {
  const text = element?.content.toString('latin1') ?? ''
  const found = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text)
  if (found === null) throw new Error('the certificate has a malformed time')
  const [, year = '', month, day, hour, minute, second] = found
  const full = year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`
  return new Date(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`).toUTCString()
}
