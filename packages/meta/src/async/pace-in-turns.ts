import type { Clock } from '../time/clock.ts'

/**
 * Paces work that comes in crowds, such as connections that are opened: `begin` is called at once for so many items in a
 * turn of the event loop, and for the others in later turns, in their order. The caller bounds how many wait.
 */
export function paceInTurns<T>(
  clock: Pick<Clock, 'soon'>,
  begunInTurn: number,
  begin: (item: T) => void,
): (item: T) => void {
  let waiting: T[] = []
  let begun = 0
  const nextTurn = (): void => {
    begun = 0
    const some = waiting.slice(0, begunInTurn)
    waiting = waiting.slice(begunInTurn)
    if (some.length === 0) return
    begun = some.length
    clock.soon(nextTurn)
    for (const item of some) begin(item)
  }
  return (item) => {
    if (begun === 0) clock.soon(nextTurn)
    if (begun < begunInTurn) {
      begun++
      begin(item)
    } else waiting.push(item)
  }
}

/** Of the requests that may go on at the same moment, so many do in one turn of the event loop. */
const resumedInTurn = 4

const resumptions = new WeakMap<object, (resume: () => void) => void>()

/**
 * Calls `resume` for a request that has waited: at once, or in a later turn where many go on at the same moment, as when
 * their time limits pass or a level of flow control gets seats. They wait in one line for each clock.
 */
export function resumeInTurns(clock: Pick<Clock, 'soon'>, resume: () => void): void {
  let pace = resumptions.get(clock)
  if (pace === undefined) resumptions.set(clock, (pace = paceInTurns(clock, resumedInTurn, (next) => next())))
  pace(resume)
}
