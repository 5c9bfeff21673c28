/**
 * Answers what many callers ask at once, with one read at a time: callers that come while a read is in progress share the
 * next one. INVARIANT: the read of an answer begins after its question, so that the answer contains every write that was
 * acknowledged before.
 */
export class SharedRead<T, Context = void> {
  readonly #read: (context: Context) => Promise<T>
  #running: Promise<T> | undefined
  #next: Promise<T> | undefined

  constructor(read: (context: Context) => Promise<T>) {
    this.#read = read
  }

  /** The answer. A shared read has the context of the first of its callers. */
  ask(context: Context): Promise<T> {
    if (this.#next !== undefined) return this.#next
    if (this.#running === undefined) return this.#start(context)
    const start = (): Promise<T> => {
      this.#next = undefined
      return this.#start(context)
    }
    this.#next = this.#running.then(start, start)
    return this.#next
  }

  #start(context: Context): Promise<T> {
    const running = this.#read(context)
    const clear = (): void => {
      if (this.#running === running) this.#running = undefined
    }
    this.#running = running
    running.then(clear, clear)
    return running
  }
}
