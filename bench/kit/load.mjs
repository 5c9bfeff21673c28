// The process that sends requests, and the one that watches.
import { connect } from 'node:net'
import { answer } from './child.mjs'
import { fill } from './objects.mjs'
import { runHttp1 } from './http1-connection.mjs'
import { openHttp2, runHttp2 } from './http2-connection.mjs'

/** Numbers used up by plans that must not repeat one. */
let used = 1_000_000
let watching

answer({
  async load(plan) {
    let failed = 0
    let failure = ''
    const onAnswer = (ok, body) => {
      if (ok) return
      failed++
      failure = String(body ?? '').slice(0, 300)
    }
    const next = requests(plan)
    await runAll({ ...plan, next, onAnswer })
    return { failed, text: failure }
  },

  async watch({ protocol, port, path, headers, watchers }) {
    watching = { seen: 0, onSeen: undefined, close: [] }
    const onData = (state, chunk) => {
      watching.seen += countLines(state, chunk)
      watching.onSeen?.()
    }
    if (protocol === 'http1') await watchHttp1({ port, path, headers, watchers, onData, state: watching })
    else await watchHttp2({ port, tls: protocol === 'tls', path, headers, watchers, onData, state: watching })
  },

  /** Writes, and waits until every watcher has been told of every one. `atOnce`: how many are under way together. */
  async writes({ watchers, count, atOnce, ...plan }) {
    let failed = 0
    let failure = ''
    const onAnswer = (ok, body) => {
      if (ok) return
      failed++
      failure = String(body ?? '').slice(0, 300)
    }
    const next = requests({ ...plan, count })
    const before = watching.seen
    if (atOnce > 1) {
      await runAll({ ...plan, clients: plan.protocol === 'http1' ? atOnce : 1, streams: atOnce, next, onAnswer })
      // A write that failed has no event to wait for.
      if (failed > 0) return { failed, text: failure }
      await seen(before + count * watchers)
      return { failed, text: failure }
    }
    let written = 0
    const oneByOne = async () => {
      for (;;) {
        const request = next()
        if (request === undefined) return
        let sent = false
        await runAll({
          ...plan,
          clients: 1,
          streams: 1,
          next: () => (sent ? undefined : ((sent = true), request)),
          onAnswer,
        })
        if (failed > 0) return
        await seen(before + ++written * watchers)
      }
    }
    await oneByOne()
    return { failed, text: failure }
  },

  unwatch() {
    for (const close of watching.close) close()
    watching = undefined
  },
})

function runAll({ protocol, port, clients, streams, headers = {}, next, onAnswer }) {
  const isHttp1 = protocol === 'http1' || protocol === 'https'
  const many = clients ?? (isHttp1 ? 16 : 2)
  return Promise.all(
    Array.from({ length: many }, () =>
      isHttp1
        ? runHttp1({ port, tls: protocol === 'https', headers, next, onAnswer })
        : runHttp2({ port, tls: protocol === 'tls', headers, streams: streams ?? 16, next, onAnswer }),
    ),
  )
}

/** Requests of a plan: `%d` in path and body is a number below `among`, or one that was never used. */
function requests({ method = 'GET', path, body, count, among }) {
  let sent = 0
  return () => {
    if (sent === count) return undefined
    const number = among === undefined ? used++ : (sent * 7_919) % among
    sent++
    const version = used++
    return { method, path: fill(path, number), body: body && fill(body, number).replaceAll('%v', String(version)) }
  }
}

function seen(wanted) {
  const state = watching
  return new Promise((resolve) => {
    const look = () => {
      if (state.seen < wanted) return
      state.onSeen = undefined
      resolve()
    }
    state.onSeen = look
    look()
  })
}

async function watchHttp1({ port, path, headers, watchers, onData, state }) {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  for (let index = 0; index < watchers; index++) {
    const request = `GET ${fill(path, index)} HTTP/1.1\r\n${lines.join('')}\r\n`
    await new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' })
      const own = {}
      socket.on('connect', () => socket.write(request))
      socket.once('data', resolve)
      socket.on('data', (chunk) => onData(own, chunk))
      socket.on('error', reject)
      state.close.push(() => socket.destroy())
    })
  }
}

async function watchHttp2({ port, tls, path, headers, watchers, onData, state }) {
  for (let left = watchers; left > 0; left -= 100) {
    const connection = await openHttp2({ port, tls, headers })
    state.close.push(() => connection.close())
    await Promise.all(
      Array.from({ length: Math.min(left, 100) }, (_, index) => {
        const own = {}
        return new Promise((resolve) => {
          connection.open({ method: 'GET', path: fill(path, left - index) }, (chunk) => {
            resolve()
            if (chunk !== undefined) onData(own, chunk)
          })
        })
      }),
    )
  }
}

const brace = 0x7d

// Every event ends in a brace and a line feed; nothing else on the wire does.
function countLines(state, chunk) {
  let lines = 0
  if (chunk[0] === 0x0a && state.last === brace) lines++
  for (let at = chunk.indexOf('}\n'); at >= 0; at = chunk.indexOf('}\n', at + 2)) lines++
  state.last = chunk[chunk.length - 1]
  return lines
}
