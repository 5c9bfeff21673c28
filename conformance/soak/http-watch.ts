import { connect } from 'node:http2'
import { request } from 'node:https'
import type { SeenEvent, WatchHistory } from './judge-watches.ts'

/** Where a watch connects, and as whom. */
export interface WatchPlace {
  /** Called for each connection: a server that is restarted has another URL. */
  readonly url: () => string
  /** Without the query. */
  readonly path: string
  readonly token: string
}

/** Options of {@link HttpWatch}. */
export interface HttpWatchOptions extends WatchPlace {
  readonly client: string
  readonly protocol: 'HTTP/1.1' | 'HTTP/2'
  /** The query of a selector: `labelSelector=a%3Db`. */
  readonly selector?: string
  readonly selects: (name: string) => boolean
  /** The longest time of one watch, seconds. */
  readonly timeoutSeconds: number
}

interface WireObject {
  readonly metadata: { readonly name?: string; readonly resourceVersion: string }
  readonly data?: Readonly<Record<string, string>>
}

const retryMs = 50

/** A list and a watch over HTTP that is resumed whenever it ends, and whose connection can be cut. */
export class HttpWatch {
  readonly #options: HttpWatchOptions
  readonly #events: SeenEvent[] = []
  readonly #errors: string[] = []
  #initial: ReadonlyMap<string, string> = new Map()
  #from = 0
  #reached = 0
  #isStopped = false
  #cut = (): void => {}
  #running: Promise<void> | undefined
  /** How many watches were opened. */
  watches = 0

  constructor(options: HttpWatchOptions) {
    this.#options = options
  }

  get reached(): number {
    return this.#reached
  }

  /** What was answered that a watch must not be answered. */
  get errors(): readonly string[] {
    return this.#errors
  }

  async start(): Promise<void> {
    const { revision, objects } = await listObjects(this.#options, this.#options.selector)
    this.#from = revision
    this.#reached = revision
    this.#initial = objects
    this.#running = this.#run()
  }

  /** Cuts the connection without a farewell. */
  cut(): void {
    this.#cut()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cut()
    await this.#running
  }

  history(): WatchHistory {
    const { client, selects } = this.#options
    return { client, selects, from: this.#from, initial: this.#initial, events: this.#events }
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.watches++
      const { path, selector, timeoutSeconds, protocol } = this.#options
      const query = `watch=true&allowWatchBookmarks=true&resourceVersion=${this.#reached}&timeoutSeconds=${timeoutSeconds}`
      const target = `${path}?${query}${selector === undefined ? '' : `&${selector}`}`
      let rest = ''
      const onChunk = (chunk: Buffer): void => {
        const lines = `${rest}${chunk.toString('latin1')}`.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) this.#record(line)
      }
      await (protocol === 'HTTP/2' ? this.#overHttp2(target, onChunk) : this.#overHttp1(target, onChunk))
      if (!this.#isStopped) await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }

  #record(line: string): void {
    if (this.#isStopped || line === '') return
    const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: WireObject }
    if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED' && type !== 'BOOKMARK') {
      this.#errors.push(`${this.#options.client}: ${line.slice(0, 300)}`)
      this.#isStopped = true
      return
    }
    const revision = Number(object.metadata.resourceVersion)
    const isNamed = type !== 'BOOKMARK'
    const value = type === 'ADDED' || type === 'MODIFIED' ? (object.data?.['value'] ?? '') : ''
    this.#events.push({ type, revision, name: isNamed ? (object.metadata.name ?? '') : '', value })
    this.#reached = Math.max(this.#reached, revision)
  }

  #overHttp1(path: string, onChunk: (chunk: Buffer) => void): Promise<void> {
    const { url, token } = this.#options
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${token}` }
      const outgoing = request(new URL(path, url()), { rejectUnauthorized: false, agent: false, headers })
      this.#cut = () => outgoing.destroy()
      outgoing.on('response', (incoming) => {
        if (incoming.statusCode === 200) incoming.on('data', onChunk)
        else this.#refused(incoming.statusCode ?? 0)
        incoming.resume()
        incoming.on('error', () => resolve())
      })
      outgoing.on('error', () => resolve())
      outgoing.on('close', () => resolve())
      outgoing.end()
    })
  }

  #overHttp2(path: string, onChunk: (chunk: Buffer) => void): Promise<void> {
    const { url, token } = this.#options
    return new Promise((resolve) => {
      const session = connect(url(), { rejectUnauthorized: false })
      this.#cut = () => session.destroy()
      session.on('error', () => undefined)
      session.on('close', () => resolve())
      const stream = session.request({ ':path': path, authorization: `Bearer ${token}` })
      stream.on('error', () => undefined)
      stream.on('response', (headers) => {
        if (headers[':status'] === 200) stream.on('data', onChunk)
        else this.#refused(headers[':status'] ?? 0)
      })
      stream.on('close', () => session.destroy())
      stream.resume()
    })
  }

  /** A server that starts, stops or has too many requests may refuse; one that knows the history may not say 410. */
  #refused(status: number): void {
    if (status !== 429 && status !== 503) this.#errors.push(`${this.#options.client}: a watch was answered ${status}`)
  }
}

/** Lists objects: their values by name, and the revision. */
export async function listObjects(
  { url, path, token }: WatchPlace,
  selector = '',
): Promise<{ readonly revision: number; readonly objects: ReadonlyMap<string, string> }> {
  const { status, text } = await sendOnce(url(), { method: 'GET', path: `${path}?${selector}`, token })
  if (status !== 200) throw new Error(`the list was answered ${status}: ${text.slice(0, 300)}`)
  const list = JSON.parse(text) as {
    readonly metadata: { readonly resourceVersion: string }
    readonly items: WireObject[]
  }
  const objects = list.items.map(({ metadata, data }): [string, string] => [metadata.name ?? '', data?.['value'] ?? ''])
  return { revision: Number(list.metadata.resourceVersion), objects: new Map(objects) }
}

/** A request over a connection of its own. */
export interface OneRequest {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly type?: string
  readonly body?: object
}

/** Sends a request; status 0 if there was no whole answer. */
export function sendOnce(
  url: string,
  { method, path, token, type = 'application/json', body }: OneRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  return new Promise((resolve) => {
    const lost = (): void => resolve({ status: 0, text: '' })
    const outgoing = request(new URL(path, url), {
      method,
      rejectUnauthorized: false,
      agent: false,
      timeout: 30_000,
      headers: {
        authorization: `Bearer ${token}`,
        ...(bytes === undefined ? {} : { 'content-type': type, 'content-length': bytes.length }),
      },
    })
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', lost)
      incoming.on('close', () =>
        incoming.complete
          ? resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
          : lost(),
      )
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', lost)
    outgoing.end(bytes)
  })
}
