/** Work that is done one after the other where it has the same key, in the order it came. */
export interface Turns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Turns by key. Who waits is a request under way: there are as many as the server has seats for writes, and a piece of
 * work that nobody waits for any more is for the work itself to notice when its turn comes.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    take(key, work) {
      const before = last.get(key)
      const mine = before === undefined ? work() : before.then(work, work)
      last.set(key, mine)
      const leave = (): void => {
        if (last.get(key) === mine) last.delete(key)
      }
      mine.then(leave, leave)
      return mine
    },
  }
}
