import { absent } from './absent.ts'

// The small modules: events, os, util and zlib.

export const setMaxListeners = (): void => {}
export const hostname = (): string => 'browser'
export const homedir = (): string => '/'
export const networkInterfaces = (): Readonly<Record<string, never>> => ({})

const { toString: toText } = Object.prototype

/** Of Node's tests of types, the one that is asked. */
export const types = {
  isBoxedPrimitive: (value: unknown): boolean =>
    typeof value === 'object' && /^\[object (?:BigInt|Boolean|Number|String|Symbol)\]$/.test(toText.call(value)),
}

type Callback = (error: unknown, value: unknown) => void

/** A function with a callback as one that returns a promise; the last of several values is the one that is kept. */
export function promisify(call: (...args: unknown[]) => void): (...args: readonly unknown[]) => Promise<unknown> {
  return (...args) =>
    new Promise((resolve, reject) => {
      const done: Callback = (error, value) => (error === null || error === undefined ? resolve(value) : reject(error))
      call(...args, done)
    })
}

export const constants: Readonly<Record<string, number>> = {}
export const gunzip = (): never => absent('zlib')
export const inflateRawSync = (): never => absent('zlib')
export const createGzip = (): never => absent('zlib')
export const createGunzip = (): never => absent('zlib')
export const createDeflateRaw = (): never => absent('zlib')
export const createInflateRaw = (): never => absent('zlib')
