import type { Duplex } from 'node:stream'

/**
 * Copies bytes between two connections both ways until one of them ends; then both are closed. Resolves when they are.
 */
// upstream: apimachinery/pkg/util/proxy/upgradeaware.go, tryUpgrade
export function joinConnections(left: Duplex, right: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const halves = [
      [left, right],
      [right, left],
    ] as const
    for (const [from, to] of halves) {
      // What was sent before the end is written before the connection is closed.
      const finish = (): void => void to.end(() => to.destroy())
      from.on('error', () => from.destroy())
      from.once('end', finish)
      from.once('close', () => {
        if (to.closed) resolve()
        else finish()
      })
      if (from.closed) to.destroy()
      else from.pipe(to, { end: false })
    }
  })
}
