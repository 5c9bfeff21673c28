/** Members and items from which a map or a list is walked later, in steps. */
export const manyMembers = 1_024

/** Members and items that are done before the work can be interrupted. */
export const stepLength = 256

/**
 * The walk of large maps and lists inside a value, which is done after the walk of the rest, in steps. What it makes is
 * handed out empty before, and filled.
 */
export class DeferredWork {
  readonly #queue: (() => Generator<void>)[] = []

  add(work: () => Generator<void>): void {
    this.#queue.push(work)
  }

  /** Does the work, and what that adds. Can be interrupted. */
  *run(): Generator<void> {
    for (let work = this.#queue.pop(); work !== undefined; work = this.#queue.pop()) yield* work()
  }
}
