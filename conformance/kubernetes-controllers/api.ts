import type { Side } from '../differential/judge/answer.ts'

/** An object of any kind. */
// The judge reads members of many kinds.
// oxlint-disable-next-line no-explicit-any
export type Anything = any

/** Calls of one server, as its administrator. A call that is refused throws with the message of the server. */
export interface Api {
  get(path: string): Promise<Anything>
  /** The items of a list. */
  list(path: string): Promise<readonly Anything[]>
  create(path: string, object: object): Promise<Anything>
  /** A merge patch. */
  patch(path: string, change: object): Promise<Anything>
  remove(path: string, options?: object): Promise<void>
  /** True if there is no object at the path. */
  isGone(path: string): Promise<boolean>
}

export function createApi(side: Side): Api {
  const call = async (method: string, path: string, body?: object): Promise<Anything> => {
    const { status, text } = await side.send({ method, path, ...(body === undefined ? {} : { body }) })
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as Anything
  }
  return {
    get: (path) => call('GET', path),
    list: async (path) => ((await call('GET', path)) as { readonly items: readonly Anything[] }).items,
    create: (path, object) => call('POST', path, object),
    patch: (path, change) => call('PATCH', path, change),
    remove: async (path, options = {}) => void (await call('DELETE', path, options)),
    isGone: async (path) => (await side.send({ method: 'GET', path })).status === 404,
  }
}
