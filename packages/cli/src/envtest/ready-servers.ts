import { silentLogger, systemClock } from '@pinnace/meta'
import { createServer, forkWithOptions, type Server } from '@pinnace/server'
import { parseFlags } from '../flags.ts'
import type { CreateServer } from '../run.ts'
import { toServerOptions } from '../to-server-options.ts'
import { withoutStore } from './start-envtest-server.ts'

/** Servers that no client uses: a launcher gets a fork of one, with what is its own. */
export interface ReadyServers {
  /** Creates a server with these flags from a ready one. Undefined if there is none; it is prepared if there may be one. */
  creating(args: readonly string[]): CreateServer | undefined
  /** Prepares a server with these flags. */
  prepare(args: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Flags of which every start has values of its own: addresses, keys, certificates and authentication. */
const ownFlags =
  /^--?(?:secure-port|bind-address|advertise-address|cert-dir|tls-[a-z-]+|etcd-[a-z-]+|service-account-[a-z-]+|client-ca-file|token-auth-file|api-audiences|v)(?:=|$)/

/** Flags that say which server is ready. With any other one, which may name files, a server is created for the start. */
const commonFlags =
  /^--?(?:allow-privileged|anonymous-auth|authorization-mode|controllers|(?:en|dis)able-admission-plugins|emulated-version|enable-priority-and-fairness|event-ttl|feature-gates|max-requests-inflight|max-mutating-requests-inflight|runtime-config|service-cluster-ip-range)(?:=|$)/

/** The most servers that are kept ready; starts with further flags create theirs. */
const maxServers = 16

/** How long after a start a server with its flags is prepared: when that start is over. */
const preparationDelayMs = 1000

/** Creates an empty set of ready servers. */
export function createReadyServers(): ReadyServers {
  const prepared = new Map<string, Promise<Server | undefined>>()
  const ready = new Map<string, Server>()
  const prepare = async (flags: readonly string[]): Promise<void> => {
    const key = JSON.stringify(flags)
    const found = prepared.get(key)
    if (found === undefined && prepared.size >= maxServers) return
    const preparing = found ?? createReady(flags).catch(() => undefined)
    prepared.set(key, preparing)
    const server = await preparing
    if (server !== undefined) ready.set(key, server)
  }
  return {
    creating(args) {
      const flags = flagsInCommon(args)
      if (flags === undefined) return undefined
      const server = ready.get(JSON.stringify(flags))
      if (server !== undefined) return forksOf(server)
      systemClock.after(preparationDelayMs, () => void prepare(flags), { keepAlive: false })
      return undefined
    },
    async prepare(args) {
      const flags = flagsInCommon(args)
      if (flags !== undefined) await prepare(flags)
    },
    async close() {
      for (const preparing of prepared.values()) await (await preparing)?.close()
    },
  }
}

/** The flags without those of a single start, in the form `--name=value`; undefined if a server cannot be ready for them. */
function flagsInCommon(args: readonly string[]): readonly string[] | undefined {
  const joined: string[] = []
  for (const argument of args) {
    const last = joined.at(-1)
    if (!argument.startsWith('-') && last !== undefined && !last.includes('='))
      joined.splice(-1, 1, `${last}=${argument}`)
    else joined.push(argument)
  }
  const flags = joined.filter((argument) => !ownFlags.test(argument))
  return flags.every((flag) => commonFlags.test(flag)) ? flags : undefined
}

function forksOf(server: Server): CreateServer {
  return ({ authentication, apiAudiences, logger, metrics, onRequest }) =>
    forkWithOptions(server, {
      ...(authentication === undefined ? {} : { authentication }),
      ...(apiAudiences === undefined ? {} : { apiAudiences }),
      ...(logger === undefined ? {} : { logger }),
      ...(metrics === undefined ? {} : { metrics }),
      ...(onRequest === undefined ? {} : { onRequest }),
    })
}

async function createReady(flags: readonly string[]): Promise<Server | undefined> {
  const parsed = parseFlags(flags)
  if (typeof parsed === 'string') return undefined
  const follow = { clock: systemClock, logger: silentLogger, signal: AbortSignal.abort() }
  const server = await createServer(await toServerOptions(withoutStore(parsed), follow))
  // What a server has read, its forks have read.
  for (const [group, kind] of kindsOfStart) {
    const apiVersion = group === '' ? 'v1' : `${server.vocabulary.group(group)}/v1`
    await server.client({ apiVersion, kind }).list()
  }
  return server
}

/** What a server reads when it begins to listen, and for its first request: groups, without their domain, and kinds. */
const kindsOfStart = [
  ['', 'ConfigMap'],
  ['', 'Endpoints'],
  ['', 'Service'],
  ['apiregistration', 'APIService'],
  ['coordination', 'Lease'],
  ['discovery', 'EndpointSlice'],
  ['flowcontrol.apiserver', 'FlowSchema'],
  ['flowcontrol.apiserver', 'PriorityLevelConfiguration'],
] as const
