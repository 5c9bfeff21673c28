/** How far something has come that follows a store's log, and who waits for it. */
export interface ReachedRevision {
  readonly current: bigint
  reach(revision: bigint): void
  /** Lets everybody look again: there may be nothing more to wait for. */
  wakeAll(): void
  /** Waits until a revision has been reached, or nothing is followed any more. */
  waitFor(revision: bigint, isFollowing: () => boolean): Promise<void>
}

/** Begins at a revision. */
export function createReachedRevision(start: bigint): ReachedRevision {
  // As many as there are requests under way.
  const waiting = new Set<() => void>()
  let current = start
  const wakeAll = (): void => {
    for (const wake of waiting) wake()
    waiting.clear()
  }
  const waitFor = (revision: bigint, isFollowing: () => boolean): Promise<void> =>
    current >= revision || !isFollowing()
      ? Promise.resolve()
      : new Promise<void>((resolve) => waiting.add(resolve)).then(() => waitFor(revision, isFollowing))
  return {
    get current() {
      return current
    },
    reach(revision) {
      current = revision
      wakeAll()
    },
    wakeAll,
    waitFor,
  }
}
