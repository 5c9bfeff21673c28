// The least of an HTTP/1.1 client: one request at a time on one connection, answers counted and thrown away.
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

const endOfHead = Buffer.from('\r\n\r\n')

/** `next()` is asked for the next request (`{ method, path, body }`) and answers undefined at the end. `tls`: over TLS. */
export function runHttp1({ port, tls, headers, next, onAnswer }) {
  return new Promise((resolve, reject) => {
    const fixed = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    const socket = tls
      ? connectTls({ port, host: '127.0.0.1', ALPNProtocols: ['http/1.1'], rejectUnauthorized: false, noDelay: true })
      : connect({ port, host: '127.0.0.1', noDelay: true })
    let head = Buffer.alloc(0)
    let remaining = -1
    let status = 0
    let first
    const send = () => {
      const request = next()
      if (request === undefined) {
        socket.end()
        resolve()
        return
      }
      const { method, path, body } = request
      const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
      socket.write(`${method} ${path} HTTP/1.1\r\n${fixed}${length}\r\n${body ?? ''}`)
      remaining = -1
      head = Buffer.alloc(0)
    }
    socket.on(tls ? 'secureConnect' : 'connect', send)
    socket.on('data', (chunk) => {
      if (remaining < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(endOfHead)
        if (end < 0) return
        const text = head.latin1Slice(0, end)
        status = Number(text.slice(9, 12))
        remaining = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
        first = head.subarray(end + 4)
        remaining -= first.length
      } else remaining -= chunk.length
      if (remaining > 0) return
      onAnswer(status < 300, first)
      send()
    })
    socket.on('error', reject)
  })
}
