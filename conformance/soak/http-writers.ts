import type { AcknowledgedWrite } from './judge-watches.ts'
import { sendOnce, type WatchPlace } from './http-watch.ts'
import type { Dice } from './random.ts'

/** Options of {@link HttpWriters}. */
export interface HttpWritersOptions extends WatchPlace {
  readonly dice: Dice
  readonly writers: number
  /** How many names each writer has. Names are its own, so that it knows what the server has of them. */
  readonly names: number
  readonly label: (name: string) => string
  /** A pause between two writes of a writer, milliseconds. */
  readonly pauseMs: number
}

/** What a writer knows of a name. */
export interface KnownObject {
  /** The values that the object may have, undefined for none: more than one after a write without an answer. */
  readonly possible: readonly (string | undefined)[]
}

/** Clients that create, patch and delete ConfigMaps, and remember what was acknowledged. */
export class HttpWriters {
  readonly #options: HttpWritersOptions
  readonly #known = new Map<string, KnownObject>()
  readonly acknowledged: AcknowledgedWrite[] = []
  /** Answers that no write may get. */
  readonly errors: string[] = []
  #isStopped = false
  #running: Promise<unknown> = Promise.resolve()
  #count = 0

  constructor(options: HttpWritersOptions) {
    this.#options = options
  }

  /** What the server may have, by name. */
  get known(): ReadonlyMap<string, KnownObject> {
    return this.#known
  }

  start(): void {
    this.#isStopped = false
    this.#running = Promise.all(Array.from({ length: this.#options.writers }, (_, writer) => this.#write(writer)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Writes the name that every watch selects once more, and returns the revision: events before it are then delivered. */
  async mark(): Promise<number> {
    await this.#put('w0-0', `mark-${this.#count++}`)
    return this.acknowledged.at(-1)?.revision ?? 0
  }

  async #write(writer: number): Promise<void> {
    const { dice, names, pauseMs } = this.#options
    while (!this.#isStopped) {
      const name = `w${writer}-${dice.below(names)}`
      await (dice.below(5) === 0 ? this.#delete(name) : this.#put(name, `${writer}-${this.#count++}`))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  async #put(name: string, value: string): Promise<void> {
    const { url, path, token, label } = this.#options
    // An apply creates or changes, whatever the server has.
    const body = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: { side: label(name) } },
      data: { value },
    }
    const { status, text } = await sendOnce(url(), {
      method: 'PATCH',
      path: `${path}/${name}?fieldManager=writer&force=true`,
      type: 'application/apply-patch+yaml',
      token,
      body,
    })
    if (status === 200 || status === 201) {
      const { metadata } = JSON.parse(text) as { readonly metadata: { readonly resourceVersion: string } }
      this.acknowledged.push({ name, revision: Number(metadata.resourceVersion), value })
      this.#known.set(name, { possible: [value] })
    } else this.#unanswered(status, name, value)
  }

  async #delete(name: string): Promise<void> {
    const { url, path, token } = this.#options
    const { status } = await sendOnce(url(), { method: 'DELETE', path: `${path}/${name}`, token })
    if (status === 200) this.acknowledged.push({ name, revision: undefined, value: '' })
    if (status === 200 || status === 404) this.#known.set(name, { possible: [undefined] })
    else this.#unanswered(status, name, undefined)
  }

  #unanswered(status: number, name: string, value: string | undefined): void {
    // Refused before anything was written; 0 and 504 leave both possible.
    if (status === 429 || status === 503) return
    if (status !== 0 && status !== 504) this.errors.push(`a write of ${name} was answered ${status}`)
    const { possible } = this.#known.get(name) ?? { possible: [undefined] }
    this.#known.set(name, { possible: [...possible, value] })
  }
}

/** The objects that are not what they may be. */
export function judgeObjects(
  known: ReadonlyMap<string, KnownObject>,
  objects: ReadonlyMap<string, string>,
): readonly string[] {
  const violations: string[] = []
  for (const [name, { possible }] of known) {
    const value = objects.get(name)
    if (!possible.includes(value)) violations.push(`${name} is ${value}, acknowledged was ${possible.join(' or ')}`)
  }
  for (const name of objects.keys()) if (!known.has(name)) violations.push(`${name} was never written`)
  return violations
}
