/** Waits until `condition` holds, asking every few milliseconds; throws with `what` after `withinMs`. */
export async function eventually(what: string, condition: () => boolean, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!condition()) {
    if (performance.now() > end) throw new Error(`did not happen in time: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
