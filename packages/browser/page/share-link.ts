/** What a link contains: the text of the editor and the commands beside it. */
export interface Shared {
  readonly text: string
  readonly commands: readonly string[]
}

/** The longest text that is shared, and that is read from a link, characters. */
const maxLength = 200_000

/** The fragment of a link. Throws an Error for a text that is too long. */
export async function toFragment({ text, commands }: Shared): Promise<string> {
  const json = JSON.stringify({ text, commands })
  if (json.length > maxLength) throw new Error('the text is too long for a link')
  const bytes = await throughStream(new TextEncoder().encode(json), new CompressionStream('deflate-raw'))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `#s=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** What a fragment contains; undefined for another fragment, and for one that is malformed. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const encoded = /^#s=([\w-]+)$/.exec(fragment)?.[1]
  if (encoded === undefined || encoded.length > maxLength) return undefined
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const json = new TextDecoder().decode(await throughStream(bytes, new DecompressionStream('deflate-raw')))
    return toShared(JSON.parse(json))
  } catch {
    return undefined
  }
}

async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (new Blob([bytes]).stream().pipeThrough(stream) as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.length
    // A small link must not become a large text.
    if (length > 4 * maxLength) throw new Error('the text is too long')
    chunks.push(chunk.value)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function toShared(value: unknown): Shared | undefined {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('commands' in value)) return undefined
  const { text, commands } = value
  if (typeof text !== 'string' || !Array.isArray(commands)) return undefined
  return { text, commands: commands.filter((command) => typeof command === 'string').slice(0, 100) }
}
