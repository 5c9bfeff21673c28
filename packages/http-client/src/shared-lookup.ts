import type { LookupAddress, LookupOptions } from 'node:dns'
import type { Clock } from '@pinnace/meta'

/** Looks a name up; all of its addresses. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>

/** The `lookup` of `net.connect`. */
export type Lookup = (
  name: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void

/** Options for {@link createSharedLookup}. */
export interface SharedLookupOptions {
  readonly clock: Clock
  /** The resolver of the system: it knows the hosts file and search domains, and takes a thread while it waits. */
  readonly system: ResolveName
  /** A resolver that asks DNS alone, and takes no thread. */
  readonly dns: ResolveName
}

/** How long the resolver of the system is waited for before DNS is asked too, milliseconds. */
const patienceMs = 1_000

/** Names that are looked up at once; one more fails. */
const maxNames = 256

/**
 * A lookup for which a name server that does not answer delays only its own names. Node.js runs two lookups of the system
 * at a time, so that two names that hang would make all others wait. Therefore a name is looked up once for everybody who
 * asks meanwhile, and after a second DNS is asked as well; the first answer counts.
 */
export function createSharedLookup({ clock, system, dns }: SharedLookupOptions): Lookup {
  const asked = new Map<string, Promise<readonly LookupAddress[]>>()
  const askSystem = (name: string): Promise<readonly LookupAddress[]> => {
    const known = asked.get(name)
    if (known !== undefined) return known
    if (asked.size >= maxNames) return Promise.reject(lookupError(name, 'EAI_AGAIN', 'too many lookups at once'))
    const found = system(name)
    asked.set(name, found)
    const forget = (): void => void asked.delete(name)
    found.then(forget, forget)
    return found
  }
  const find = (name: string): Promise<readonly LookupAddress[]> =>
    new Promise((resolve, reject) => {
      const ignore = (): void => {}
      const timer = clock.after(patienceMs, () => void dns(name).then(resolve, ignore))
      const cancel = (): void => timer.cancel()
      askSystem(name).then(resolve, reject).then(cancel, cancel)
    })
  return (name, options, callback) => {
    find(name).then(
      (found) => answer(name, found, options, callback),
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

function answer(
  name: string,
  found: readonly LookupAddress[],
  { all = false, family: asked = 0 }: LookupOptions,
  callback: Parameters<Lookup>[2],
): void {
  const family = asked === 'IPv4' ? 4 : asked === 'IPv6' ? 6 : asked
  const fitting = found.filter((address) => family === 0 || address.family === family)
  const [first] = fitting
  if (first === undefined) callback(lookupError(name, 'ENOTFOUND', 'no such host'), '')
  else if (all) callback(null, fitting)
  else callback(null, first.address, first.family)
}

function lookupError(hostname: string, code: string, why: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`lookup ${hostname}: ${why}`), { code, hostname, syscall: 'getaddrinfo' })
}

/** The shared lookup over the resolvers of Node.js. */
export async function createNodeLookup(clock: Clock): Promise<Lookup> {
  const { promises } = await import('node:dns')
  return createSharedLookup({
    clock,
    system: (name) => promises.lookup(name, { all: true }),
    async dns(name) {
      if (name === 'localhost' || name.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }]
      const resolver = new promises.Resolver({ timeout: 2_000, tries: 2 })
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const addresses = (result: PromiseSettledResult<string[]>, family: number): LookupAddress[] =>
        result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
      const found = [...addresses(four, 4), ...addresses(six, 6)]
      if (found.length === 0) throw lookupError(name, 'ENOTFOUND', 'no such host')
      return found
    },
  })
}
