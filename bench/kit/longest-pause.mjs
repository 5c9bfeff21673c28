// What the scenarios of pauses share.
import { headersOf } from './requests.mjs'

const everyMs = 20

/** Adds a row with the longest answer of `GET /livez` during some work; another process asks every 20 ms. */
export function createPauseRows(kit, { ports }) {
  const probe = kit.probe()
  return async (name, work) => {
    await probe.ask('begin', { port: ports.http1, everyMs })
    await work()
    const { longest: ms } = await probe.ask('end')
    kit.row({ name, ours: ms, unit: 'ms', aim: 20 })
  }
}

export async function request(kit, { ports }, plan) {
  const { failed, text } = await kit.load({ protocol: 'http1', port: ports.http1, clients: 1, count: 1, ...plan })
  if (failed > 0) throw new Error(`${failed} requests failed: ${text}`)
}

export async function read({ ports, token }, path) {
  return (await fetch(`http://127.0.0.1:${ports.http1}${path}`, { headers: headersOf(token) })).json()
}

export function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
