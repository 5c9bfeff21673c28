import { systemClock } from '@pinnace/meta'
import { createServer } from '@pinnace/server'
import type { Store } from '@pinnace/store'
import { createMemoryStore, type ForkableStore } from '@pinnace/store/memory'
import { parseFlags } from '../flags.ts'
import { toServerOptions } from '../to-server-options.ts'
import { withoutStore } from './start-envtest-server.ts'

/** Stores with the objects that a server creates when it starts, so that the next server finds them. */
export interface PreparedStores {
  /** A store for a server with these flags; undefined if none is prepared yet, which is done then. */
  take(args: readonly string[]): Store | undefined
  /** Prepares stores for servers with these flags. */
  prepare(args: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Flags on which no object of the start depends: addresses, keys and certificates, which every start has other ones of. */
const ownFlags =
  /^--?(?:secure-port|bind-address|advertise-address|cert-dir|tls-[a-z-]+|etcd-[a-z-]+|service-account-(?:issuer|key-file|signing-key-file)|client-ca-file|v)(?:=|$)/

/** The most sets of flags; further ones have servers without a prepared store. */
const maxSets = 16

/** Creates an empty set of prepared stores. */
export function createPreparedStores(): PreparedStores {
  const prepared = new Map<string, Promise<ForkableStore | undefined>>()
  const ready = new Map<string, ForkableStore>()
  const closing: (() => Promise<void>)[] = []
  const prepare = (args: readonly string[]): Promise<ForkableStore | undefined> | undefined => {
    const common = commonFlags(args)
    const key = JSON.stringify(common)
    const found = prepared.get(key)
    if (found !== undefined || prepared.size >= maxSets) return found
    const made = fill(common, closing).catch(() => undefined)
    prepared.set(key, made)
    void made.then((store) => store === undefined || ready.set(key, store))
    return made
  }
  return {
    take(args) {
      const store = ready.get(JSON.stringify(commonFlags(args)))
      if (store !== undefined) return store.fork()
      // The server that is starting is waited for.
      systemClock.after(1000, () => void prepare(args), { keepAlive: false })
      return undefined
    },
    prepare: async (args) => void (await prepare(args)),
    async close() {
      for (const close of closing.splice(0)) await close()
    },
  }
}

/** The flags without those of a single start, in the form `--name=value`. */
function commonFlags(args: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const argument of args) {
    const last = joined.at(-1)
    if (!argument.startsWith('-') && last !== undefined && !last.includes('='))
      joined.splice(-1, 1, `${last}=${argument}`)
    else joined.push(argument)
  }
  return joined.filter((argument) => !ownFlags.test(argument))
}

/** A store after the start of a server that no client has used. */
async function fill(args: readonly string[], closing: (() => Promise<void>)[]): Promise<ForkableStore | undefined> {
  const parsed = parseFlags(args)
  if (typeof parsed === 'string') return undefined
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const store = createMemoryStore({ clock: systemClock })
  const options = await toServerOptions(withoutStore(parsed), {
    clock: systemClock,
    logger,
    signal: AbortSignal.abort(),
  })
  const server = await createServer({ ...options, store })
  closing.push(() => server.close())
  return store
}

const ignore = (): void => undefined
