/** Parses a stream of JSON documents, one a line; each batch has what arrived together. */
export async function* parseLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<readonly unknown[]> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      const documents = lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line))
      if (documents.length > 0) yield documents
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
