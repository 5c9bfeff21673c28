import type { ApiRelease, Track } from './api-history.ts'
import type { CheckedHistory, CheckedRelease } from './policy-break.ts'

/** One thing, in every release it is in without a gap. */
export interface Life<T> {
  readonly name: string
  readonly states: readonly { readonly release: CheckedRelease; readonly state: T }[]
  /** The first release without it; undefined while it is there. */
  readonly goneIn: CheckedRelease | undefined
}

/** The lives of everything `entriesOf` finds in releases. What comes back after it was gone has a second life. */
export function livesOf<T>(
  { releases }: CheckedHistory,
  entriesOf: (release: ApiRelease) => readonly (readonly [name: string, state: T])[],
): readonly Life<T>[] {
  const lives: Life<T>[] = []
  const open = new Map<string, { release: CheckedRelease; state: T }[]>()
  for (const release of releases) {
    const present = new Map(entriesOf(release.content))
    for (const [name, states] of open) {
      if (present.has(name)) continue
      lives.push({ name, states, goneIn: release })
      open.delete(name)
    }
    for (const [name, state] of present) {
      const states = open.get(name)
      if (states === undefined) open.set(name, [{ release, state }])
      else states.push({ release, state })
    }
  }
  for (const [name, states] of open) lives.push({ name, states, goneIn: undefined })
  return lives
}

/** The release since which a life is in a state, as it is at its end; undefined where its end is not in it. */
export function lastSince<T>({ states }: Life<T>, isIn: (state: T) => boolean): CheckedRelease | undefined {
  const before = states.findLastIndex(({ state }) => !isIn(state))
  return states[before + 1]?.release
}

/** The track of a life: the most stable that it ever was on, for what was promised once is not taken back. */
export function highestTrack<T>({ states }: Life<T>, trackOf: (state: T) => Track): Track {
  const reached = new Set(states.map(({ state }) => trackOf(state)))
  return reached.has('stable') ? 'stable' : reached.has('beta') ? 'beta' : 'alpha'
}
