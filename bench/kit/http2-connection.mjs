// The least of an HTTP/2 client, frames by hand: several requests at a time on one connection, answers counted and
// thrown away. Header lines that repeat are indexed, as real clients do; nothing is Huffman coded.
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const types = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7, windowUpdate: 8 }
const endStream = 1
const endHeaders = 4
const windowBytes = 0x7fffffff
/** Answers of failures begin like this. */
const failure = Buffer.from('{"kind":"Status"')

/** A connection that has been set up; `open(request, onData, onEnd)` begins a stream. */
export function openHttp2({ port, tls = false, headers }) {
  return new Promise((resolve, reject) => {
    const socket = tls
      ? connectTls({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false })
      : connect({ port, host: '127.0.0.1' })
    socket.setNoDelay(true)
    const streams = new Map()
    const constant = Object.entries(headers)
    let lastStream = -1
    let indexed = false
    let received = 0

    const open = ({ method, path, body }, onData, onEnd) => {
      const id = (lastStream += 2)
      streams.set(id, { onData, onEnd, ok: true, any: false })
      const block = [Buffer.from([0x86]), methodField(method), literal(4, path), literal(1, `127.0.0.1:${port}`)]
      if (indexed) block.push(Buffer.from(constant.map((_, at) => 0x80 | (62 + constant.length - 1 - at))))
      else for (const [name, value] of constant) block.push(named(0x40, name, value))
      indexed = true
      if (body === undefined) {
        socket.write(frame(types.headers, endHeaders | endStream, id, Buffer.concat(block)))
        return id
      }
      const bytes = Buffer.from(body)
      block.push(named(0x00, 'content-length', String(bytes.length)))
      socket.write(
        Buffer.concat([
          frame(types.headers, endHeaders, id, Buffer.concat(block)),
          frame(types.data, endStream, id, bytes),
        ]),
      )
      return id
    }

    const finish = (id, ok) => {
      const stream = streams.get(id)
      if (stream === undefined) return
      streams.delete(id)
      stream.onEnd?.(ok && stream.ok, stream.text)
    }

    let pending = Buffer.alloc(0)
    let need = 9
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      if (pending.length < need) return
      let at = 0
      while (pending.length - at >= 9) {
        const length = pending.readUIntBE(at, 3)
        if (pending.length - at < 9 + length) {
          need = 9 + length
          break
        }
        need = 9
        take(
          pending[at + 3],
          pending[at + 4],
          pending.readUInt32BE(at + 5) & 0x7fffffff,
          pending.subarray(at + 9, at + 9 + length),
        )
        at += 9 + length
      }
      pending = pending.subarray(at)
      if (received > windowBytes / 2) {
        socket.write(windowUpdate(0, received))
        received = 0
      }
    })
    const take = (type, flags, id, payload) => {
      if (type === types.data) {
        received += payload.length
        const stream = streams.get(id)
        if (stream !== undefined && !stream.any) {
          stream.any = true
          if (
            payload.length >= failure.length &&
            payload.compare(failure, 0, failure.length, 0, failure.length) === 0
          ) {
            stream.ok = false
            stream.text = payload.toString()
          }
        }
        stream?.onData?.(payload)
      }
      if (type === types.headers) streams.get(id)?.onData?.(undefined)
      if ((type === types.data || type === types.headers) && (flags & endStream) !== 0) finish(id, true)
      if (type === types.reset) finish(id, false)
      if (type === types.settings && (flags & 1) === 0) {
        socket.write(frame(types.settings, 1, 0, Buffer.alloc(0)))
        resolve({ open, close: () => socket.destroy() })
      }
      if (type === types.ping && (flags & 1) === 0) socket.write(frame(types.ping, 1, 0, payload))
    }
    const begin = () => {
      // No push, and windows that never close.
      const settings = Buffer.alloc(12)
      settings.writeUInt16BE(2, 0)
      settings.writeUInt16BE(4, 6)
      settings.writeUInt32BE(windowBytes, 8)
      socket.write(
        Buffer.concat([preface, frame(types.settings, 0, 0, settings), windowUpdate(0, windowBytes - 65_535)]),
      )
    }
    socket.on(tls ? 'secureConnect' : 'connect', begin)
    socket.on('error', reject)
  })
}

/** `next()` is asked for the next request and answers undefined at the end; `streams` of them at a time. */
export async function runHttp2({ port, tls, headers, streams, next, onAnswer }) {
  const connection = await openHttp2({ port, tls, headers })
  await new Promise((resolve) => {
    let running = 0
    const send = () => {
      const request = next()
      if (request === undefined) {
        if (running === 0) resolve()
        return
      }
      running++
      connection.open(request, undefined, (ok, text) => {
        running--
        onAnswer(ok, text)
        send()
      })
    }
    for (let index = 0; index < streams; index++) send()
  })
  connection.close()
}

function methodField(method) {
  if (method === 'GET') return Buffer.from([0x82])
  if (method === 'POST') return Buffer.from([0x83])
  return literal(2, method)
}

/** A line whose name stands in the static table; not indexed. */
function literal(index, value) {
  return Buffer.concat([Buffer.from([index]), text(value)])
}

function named(form, name, value) {
  return Buffer.concat([Buffer.from([form]), text(name), text(value)])
}

function text(value) {
  const bytes = Buffer.from(value, 'latin1')
  const head = []
  if (bytes.length < 127) head.push(bytes.length)
  else {
    head.push(127)
    let rest = bytes.length - 127
    for (; rest >= 128; rest >>= 7) head.push((rest & 127) | 128)
    head.push(rest)
  }
  return Buffer.concat([Buffer.from(head), bytes])
}

function frame(type, flags, stream, payload) {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

function windowUpdate(stream, bytes) {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(bytes, 0)
  return frame(types.windowUpdate, 0, stream, payload)
}
