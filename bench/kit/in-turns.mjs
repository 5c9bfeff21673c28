import { createStopwatch } from './stopwatch.mjs'

/** Microseconds of the clock for an operation of each, in turns, the least of some rounds. */
export async function inTurns(kit, inFlight, operations, count = inFlight * (kit.quick ? 20 : 60)) {
  const least = operations.map(() => Infinity)
  for (let round = 0; round < kit.rounds; round++) {
    for (const [index, operation] of operations.entries()) {
      let left = count
      const worker = async () => {
        while (left-- > 0) await operation()
      }
      const watch = createStopwatch()
      await Promise.all(Array.from({ length: inFlight }, worker))
      least[index] = Math.min(least[index], (watch.elapsedMs() * 1000) / count)
    }
  }
  return least
}
