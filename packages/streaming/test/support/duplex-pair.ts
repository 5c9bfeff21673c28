import { Duplex } from 'node:stream'

/** Two ends of a connection in memory: what is written to one can be read from the other. */
export function duplexPair(): readonly [left: Duplex, right: Duplex] {
  const left: Duplex = end(() => right)
  const right: Duplex = end(() => left)
  return [left, right]
}

function end(other: () => Duplex): Duplex {
  let release: (() => void) | undefined
  const duplex: Duplex & { release?: () => void } = new Duplex({
    allowHalfOpen: true,
    read() {
      const waiting = release
      release = undefined
      waiting?.()
    },
    write(chunk: Buffer, _encoding, callback) {
      const peer = other() as Duplex & { hold?: (waiting: () => void) => void }
      if (peer.destroyed || peer.push(chunk)) callback()
      else peer.hold?.(callback)
    },
    final(callback) {
      other().push(null)
      callback()
    },
    destroy(error, callback) {
      if (!other().destroyed) setImmediate(() => other().destroy())
      callback(error)
    },
  })
  return Object.assign(duplex, {
    hold(waiting: () => void) {
      release = waiting
    },
  })
}
