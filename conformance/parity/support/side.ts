import { createHttpTransport, fixedCredentials, type ResourceTarget, type Transport } from '@pinnace/client'
import { createFakeClock, type FakeClock } from '@pinnace/testing'
import { vocabularyNamed, type ApiObject, type UserInfo } from '@pinnace/meta'
import { createMetrics, createServer, parseAuditPolicy, type AuditEvent, type Server } from '@pinnace/server'
import { Widget } from './widget.ts'

/** A user of the suite. */
export type UserName = 'admin' | 'reader' | 'nobody'

const groupsOf: Readonly<Record<UserName, readonly string[]>> = {
  admin: ['system:masters'],
  reader: ['readers'],
  nobody: [],
}

const vocabulary = vocabularyNamed('kubernetes')
const userAgent = 'parity/1.0 (test)'

/** One of two servers that are asked the same. */
export interface Side {
  readonly server: Server
  readonly clock: FakeClock
  readonly warnings: string[]
  readonly events: AuditEvent[]
  transport(user: UserName): Transport
  /** The text of `/metrics`. */
  metrics(): Promise<string>
  close(): Promise<void>
}

async function createSide(start: string): Promise<Omit<Side, 'transport' | 'close'>> {
  const clock = createFakeClock(start)
  const events: AuditEvent[] = []
  const metrics = await createMetrics()
  const server = await createServer({
    vocabulary: 'kubernetes',
    clock,
    metrics,
    resources: [Widget],
    audit: {
      policy: parseAuditPolicy(
        { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'RequestResponse' }] },
        vocabulary,
      ),
      sinks: [{ write: (written) => void events.push(...written) }],
    },
  })
  return { server, clock, warnings: [], events, metrics: () => metrics.text() }
}

/** The client in process. */
export async function inProcess(start: string, users: Readonly<Record<UserName, UserInfo>>): Promise<Side> {
  const side = await createSide(start)
  // A server that listens publishes its address, so both do.
  await side.server.listen()
  const onWarning = (text: string): void => void side.warnings.push(text)
  return {
    ...side,
    transport: (user) => side.server.connect({ user: users[user], userAgent, onWarning }).transport,
    close: () => side.server.close(),
  }
}

/** The client over HTTPS with client certificates, and how the server sees its users. */
export async function overHttps(
  start: string,
): Promise<Side & { readonly users: Readonly<Record<UserName, UserInfo>> }> {
  const side = await createSide(start)
  const listening = await side.server.listen()
  const transports = new Map(
    (Object.keys(groupsOf) as UserName[]).map((username) => {
      const certificate = side.server.issueClientCertificate({ username, groups: groupsOf[username] })
      return [
        username,
        createHttpTransport({
          endpoint: { server: listening.url, ca: listening.ca },
          vocabulary,
          credentials: fixedCredentials({ certificate }),
          userAgent,
          onWarning: (text) => void side.warnings.push(text),
        }),
      ]
    }),
  )
  const transport = (user: UserName): Transport => transports.get(user)!
  const users: Partial<Record<UserName, UserInfo>> = {}
  for (const user of transports.keys()) users[user] = await seenAs(transport(user), user)
  side.events.length = 0
  return {
    ...side,
    users: users as Record<UserName, UserInfo>,
    transport,
    async close() {
      for (const { close } of transports.values()) await close()
      await side.server.close({ graceMs: 0 })
    },
  }
}

const reviews: ResourceTarget = {
  definition: {
    group: 'authentication.k8s.io',
    version: 'v1',
    resource: 'selfsubjectreviews',
    kind: 'SelfSubjectReview',
    scope: 'Cluster',
  },
  namespace: '',
  name: '',
  subresource: '',
}

async function seenAs(transport: Transport, username: UserName): Promise<UserInfo> {
  const answer = (await transport.create(reviews, {}, {})) as ApiObject & {
    readonly status: { readonly userInfo: Partial<UserInfo> }
  }
  const { groups = [], extra = {} } = answer.status.userInfo
  return { username, groups, extra }
}
