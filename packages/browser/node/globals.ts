// The globals of Node that the server uses; the bundler puts them where they are named.

export { Buffer } from './buffer.ts'

export const process = {
  versions: { node: '0.0.0' },
  platform: 'browser',
  arch: 'browser',
  env: {},
  cwd: (): string => '/',
  nextTick: (callback: () => void): void => queueMicrotask(callback),
}

const waiting: (() => void)[] = []
const channel = new MessageChannel()
channel.port1.addEventListener('message', () => waiting.shift()?.())
channel.port1.start()
// In Node, where the bundle runs too, an open port keeps the process alive.
if ('unref' in channel.port1 && typeof channel.port1.unref === 'function') channel.port1.unref()

/** Calls back after the current turn of the event loop; timers of browsers wait for milliseconds. */
export function setImmediate(callback: () => void): void {
  waiting.push(callback)
  channel.port2.postMessage(undefined)
}
