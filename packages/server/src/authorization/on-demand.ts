/** Something that may stop being current, and is then opened again. */
export interface Current extends Disposable {
  readonly isCurrent: boolean
}

/**
 * Opens a value when it is first needed, and again when it is no longer current or could not be opened. While
 * the next one cannot be opened, because the store is unavailable, the last one is used.
 */
export class OnDemand<T extends Current> implements Disposable {
  readonly #open: () => Promise<T>
  #opening: Promise<T> | undefined
  #value: T | undefined
  #isDisposed = false

  constructor(open: () => Promise<T>) {
    this.#open = open
  }

  /** The value if it is open and current, without waiting. */
  get current(): T | undefined {
    return this.#value?.isCurrent === true ? this.#value : undefined
  }

  /** The value; opened if that is needed. Callers at the same time share one opening. */
  async get(): Promise<T> {
    const { current } = this
    if (current !== undefined) return current
    this.#opening ??= this.#reopen().finally(() => (this.#opening = undefined))
    try {
      return await this.#opening
    } catch (error) {
      // upstream: client-go/tools/cache – informers keep what they know.
      if (this.#value !== undefined) return this.#value
      throw error
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#value?.[Symbol.dispose]()
    this.#value = undefined
  }

  async #reopen(): Promise<T> {
    const opened = await this.#open()
    this.#value?.[Symbol.dispose]()
    this.#value = undefined
    if (this.#isDisposed) opened[Symbol.dispose]()
    else this.#value = opened
    return opened
  }
}
