/** What the page may take, in milliseconds of the processor: all tasks until the first paint, and one task while someone types. */
export const budget = { firstPaintMs: 1000, taskMs: 50 } as const
