/**
 * Microseconds for an operation of each, in turns, the least of some rounds of `count` operations. `spent` has functions that
 * return the milliseconds so far, one for each operation. @default the clock
 */
export async function inTurns(kit, inFlight, operations, options = {}) {
  const { count = inFlight * (kit.quick ? 20 : 60), spent = operations.map(() => clockMs) } = options
  const least = operations.map(() => Infinity)
  for (let round = 0; round < kit.rounds; round++) {
    for (const [index, operation] of operations.entries()) {
      let left = count
      const worker = async () => {
        while (left-- > 0) await operation()
      }
      const before = spent[index]()
      await Promise.all(Array.from({ length: inFlight }, worker))
      least[index] = Math.min(least[index], ((spent[index]() - before) * 1000) / count)
    }
  }
  return least
}

function clockMs() {
  return performance.now()
}
