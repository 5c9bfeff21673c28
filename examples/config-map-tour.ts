import assert from 'node:assert/strict'

/**
 * What every example is tried with, over real HTTP: create a ConfigMap, get it, watch another one arrive, and leave.
 * `openConnections` says how many connections the host still has: the watch's must go when its client does.
 */
export async function tourConfigMaps(url: string, openConnections: () => Promise<number>): Promise<void> {
  const configMaps = `${url}/api/v1/namespaces/default/configmaps`
  const created = await create(configMaps, 'first', { color: 'blue' })
  assert.equal(created.status, 201)

  const got = await fetch(`${configMaps}/first`)
  assert.equal(got.status, 200)
  const configMap: ConfigMap = await got.json()
  assert.deepEqual(configMap.data, { color: 'blue' })

  const before = await openConnections()
  const leaving = new AbortController()
  const from = configMap.metadata.resourceVersion
  const watch = await fetch(`${configMaps}?watch=true&resourceVersion=${from}`, { signal: leaving.signal })
  assert.equal(watch.status, 200)
  assert.ok(watch.body)
  const lines = linesOf(watch.body)
  assert.equal((await create(configMaps, 'second', {})).status, 201)
  const { value: line = '' } = await lines.next()
  const event: { type: string; object: ConfigMap } = JSON.parse(line)
  assert.equal(event.type, 'ADDED')
  assert.equal(event.object.metadata.name, 'second')
  assert.ok((await openConnections()) > 0)

  leaving.abort()
  const end = performance.now() + 2000
  while ((await openConnections()) > before) {
    assert.ok(performance.now() < end, 'the watch goes on although its client has left')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }

  const missing = await fetch(`${configMaps}/third`)
  assert.equal(missing.status, 404)
  const { message } = await missing.json()
  assert.match(message, /configmaps "third" not found/)
}

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly data?: Readonly<Record<string, string>>
}

function create(configMaps: string, name: string, data: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(configMaps, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }),
  })
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}
