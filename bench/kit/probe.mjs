// The process that asks for /livez all the time, and says how long the longest answer took.
import { Agent, get } from 'node:http'
import { answer } from './child.mjs'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let probing

answer({
  begin({ port, everyMs }) {
    const state = { longest: 0, asked: 0, stopped: false }
    probing = { state, done: ask(state, port, everyMs) }
  },
  /** Milliseconds of the longest answer since `begin`; waits for one that is under way. */
  async end() {
    const { state, done } = probing
    state.stopped = true
    await done
    return { longest: state.longest, asked: state.asked }
  },
})

async function ask(state, port, everyMs) {
  while (!state.stopped) {
    const began = performance.now()
    await once(port)
    const took = performance.now() - began
    state.asked++
    state.longest = Math.max(state.longest, took)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - took)))
  }
}

function once(port) {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/livez', agent }, (response) => {
      response.resume()
      response.on('end', resolve)
    }).on('error', reject)
  })
}
