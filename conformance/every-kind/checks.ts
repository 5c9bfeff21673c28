import type { Server } from '@pinnace/server'
import { eventually } from '@pinnace/testing'
import { connectSubresources, type Aspect, type Row } from './rows.ts'
import { collectionPath, invalidRequests, samplePath, validRequest, withQuery, type RowRequest } from './requests.ts'
import { extraRulesOf, grant, type PolicyRule } from './rules.ts'
import { sampleOf } from './samples.ts'
import { readJson, send, toRequest, type TestReply, type TestRequest } from './send.ts'

type Fields = Readonly<Record<string, unknown>>

/** Rejects where the row does not hold on the server, which the check may change. */
type Check = (server: Server, row: Row) => Promise<void>

/** What is checked of a row. */
export const checks: Readonly<Record<Aspect, Check>> = {
  authorization: checkAuthorization,
  validation: checkValidation,
  watch: checkWatch,
  'dry run': checkDryRun,
}

/** Forbidden without a rule, done with exactly the rule of the row. */
async function checkAuthorization(server: Server, row: Row): Promise<void> {
  const request = { ...validRequest(row, await readLive(server, row)), user: 'jane' } as const
  expectStatus(request, await send(server, request), [403])
  const extra = extraRulesOf(row)
  if (extra.length > 0) {
    await grant(server, extra)
    expectStatus(request, await send(server, request), [403])
  }
  await grant(server, [ruleOf(row), ...extra])
  if (row.verb === 'watch') return await expectInitialEvent(server, row, request)
  const reply = await send(server, request)
  // There is nothing to connect to, which is found out after the decision.
  expectStatus(request, reply, acceptedCodes(row))
}

/** Invalid options and bodies are refused, and change nothing. */
async function checkValidation(server: Server, row: Row): Promise<void> {
  const requests = invalidRequests(row, await readLive(server, row))
  if (requests.length === 0) throw new Error('no invalid request is known')
  const before = await readStored(server, row)
  for (const [request, codes] of requests) {
    const sent = { ...request, user: 'admin' } as const
    expectStatus(sent, await send(server, sent), codes)
  }
  expectSame(before, await readStored(server, row))
}

/** What a refused write must leave as it was: the revision of the store, or names of objects. */
async function readStored(server: Server, { served, verb }: Row): Promise<string> {
  if (verb !== 'create' || served.resource !== 'services') return readRevision(server)
  // As in kube-apiserver, the address of a service is stored before the service is validated, and removed when it is refused.
  const lists = await Promise.all(
    [collectionPath(served), '/apis/networking.k8s.io/v1/ipaddresses'].map((path) =>
      send(server, { user: 'admin', method: 'GET', path }),
    ),
  )
  const namesOf = (reply: TestReply): string[] =>
    readJson<{ readonly items: readonly { readonly metadata: { readonly name: string } }[] }>(reply).items.map(
      ({ metadata }) => metadata.name,
    )
  return lists.map((reply) => namesOf(reply).join()).join(';')
}

/** A watch of the collection delivers the event of a write; a watch by itself begins with what is there. */
async function checkWatch(server: Server, row: Row): Promise<void> {
  const request = { ...validRequest(row, await readLive(server, row)), user: 'admin' } as const
  if (row.verb === 'watch') return await expectInitialEvent(server, row, request)
  const path = row.served.resource === 'bindings' ? '/api/v1/namespaces/default/pods' : collectionPath(row.served)
  const watch = await openWatch(server, `${path}?watch=true&resourceVersion=${await readRevision(server)}`)
  try {
    const reply = await send(server, request)
    expectStatus(request, reply, [200, 201])
    const event = await watch.next(sampleOf(row.served).metadata.name)
    if (event.type !== expectedType(row, event)) {
      throw new Error(`${row.verb} delivered ${event.type}: ${JSON.stringify(event.object)}`)
    }
  } finally {
    await watch.close()
  }
}

/** With `dryRun=All` a write succeeds and the store stays at its revision. */
async function checkDryRun(server: Server, row: Row): Promise<void> {
  const valid = validRequest(row, await readLive(server, row))
  const request = { ...withQuery(valid, 'dryRun=All'), user: 'admin' } as const
  const before = await readRevision(server)
  expectStatus(request, await send(server, request), [200, 201])
  expectSame(before, await readRevision(server))
}

function ruleOf({ served, subresource, verb }: Row): PolicyRule {
  const resource = subresource === '' ? served.resource : `${served.resource}/${subresource}`
  return { apiGroups: [served.group], resources: [resource], verbs: [verb] }
}

/** The object an update starts from. */
async function readLive(server: Server, { served, subresource, verb }: Row): Promise<Fields | undefined> {
  if (!['update', 'patch'].includes(verb) || connectSubresources.includes(subresource)) return undefined
  const own = ['scale', 'status'].includes(subresource) ? `/${subresource}` : ''
  const request = { user: 'admin', method: 'GET', path: `${samplePath(served)}${own}` } as const
  const reply = await send(server, request)
  expectStatus(request, reply, [200])
  return readJson<Fields>(reply)
}

/** The revision of the store, which every write moves, once the server has written what it maintains itself. */
export async function readRevision(server: Server): Promise<string> {
  for (let revision = await newestRevision(server); ;) {
    await new Promise<void>((resolve) => void setImmediate(resolve))
    const next = await newestRevision(server)
    if (next === revision) return revision
    revision = next
  }
}

async function newestRevision(server: Server): Promise<string> {
  const request = { user: 'admin', method: 'GET', path: '/api/v1/namespaces/default/endpoints' } as const
  return readJson<{ metadata: { resourceVersion: string } }>(await send(server, request)).metadata.resourceVersion
}

/** What a watch delivers first for a write: finalizers hold a deleted object, and pods are marked before they are removed. */
function expectedType({ served, subresource, verb }: Row, { object }: WatchEvent): string {
  if (verb === 'create' && subresource === '' && served.isStored) return 'ADDED'
  const isDelete = verb === 'delete' || verb === 'deletecollection'
  if (!isDelete || (served.group === '' && served.resource === 'pods')) return 'MODIFIED'
  const finalizers = [...(object.metadata.finalizers ?? []), ...(object.spec?.finalizers ?? [])]
  return finalizers.length > 0 && object.metadata.deletionTimestamp !== undefined ? 'MODIFIED' : 'DELETED'
}

async function expectInitialEvent(server: Server, { served }: Row, request: RowRequest & Pick<TestRequest, 'user'>) {
  const watch = await openWatch(server, request.path, request.user)
  try {
    const event = await watch.next(sampleOf(served).metadata.name)
    if (event.type !== 'ADDED') throw new Error(`a watch began with ${event.type}`)
  } finally {
    await watch.close()
  }
}

function expectStatus({ user, method, path }: TestRequest, { status, text }: TestReply, wanted: readonly number[]) {
  if (wanted.includes(status)) return
  throw new Error(`${user} ${method} ${path}: ${status} instead of ${wanted.join(' or ')}: ${text.slice(0, 600)}`)
}

function expectSame(before: string, after: string): void {
  if (before !== after) throw new Error(`something was stored: ${before} became ${after}`)
}

interface WatchEvent {
  readonly type: string
  readonly object: {
    readonly metadata: {
      readonly name?: string
      readonly finalizers?: readonly string[]
      readonly deletionTimestamp?: string
    }
    readonly spec?: { readonly finalizers?: readonly string[] }
  }
}

interface OpenWatch {
  /** The next event of the object with this name. */
  next(name: string): Promise<WatchEvent>
  close(): Promise<void>
}

async function openWatch(server: Server, path: string, user: TestRequest['user'] = 'admin'): Promise<OpenWatch> {
  const request = { user, method: 'GET', path } as const
  const reply = await server.fetch(toRequest(request))
  if (reply.status !== 200 || reply.body === null) {
    throw new Error(`${user} GET ${path}: ${reply.status}: ${await reply.text()}`)
  }
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  const events: WatchEvent[] = []
  const reading = readEvents(reader, events)
  return {
    async next(name) {
      const isWanted = ({ object }: WatchEvent): boolean => object.metadata.name === name
      const found = await eventually(
        () => events.filter(isWanted),
        (list) => list.length > 0,
        { timeoutMs: 5000 },
      )
      return found[0] as WatchEvent
    },
    async close() {
      await reader.cancel()
      await reading
    },
  }
}

async function readEvents(reader: ReadableStreamDefaultReader<string>, events: WatchEvent[]): Promise<void> {
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (text + chunk.value).split('\n')
    text = lines.pop() ?? ''
    events.push(...lines.map((line): WatchEvent => JSON.parse(line)))
  }
}

/** A connection of a caller who may make it fails later: no agent, no address, no endpoints, no upgrade. */
function acceptedCodes({ verb, subresource }: Row): readonly number[] {
  if (!connectSubresources.includes(subresource)) return [200, 201]
  // upstream: registry/core/pod/rest/authorize.go – a get of these needs the permission to create, too.
  const needsCreate = verb === 'get' && ['exec', 'attach', 'portforward'].includes(subresource)
  return [204, 400, 404, 500, 503, ...(needsCreate ? [403] : [])]
}
