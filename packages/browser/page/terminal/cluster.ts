import { parseManifests, type ApiObject, type Server } from '../../src/index.ts'

/** A resource of the server, as discovery describes it. */
export interface Resource {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly isNamespaced: boolean
  readonly shortNames: readonly string[]
  readonly singular: string
  readonly verbs: readonly string[]
}

/** Who a command acts as. */
export interface Identity {
  readonly user: string | undefined
  readonly groups: readonly string[]
}

/** A request of a command. */
export interface ClusterRequest {
  readonly method?: string
  readonly path: string
  readonly accept?: string
  readonly contentType?: string
  readonly body?: string
  readonly as?: Identity
}

/** An answer that is an error. */
class RequestError extends Error {
  override readonly name = 'RequestError'
}

/** The server in the page, as the terminal uses it. */
export interface Cluster {
  /** The text of an answer. Throws an Error with the message of kubectl for one that is an error. */
  send(request: ClusterRequest): Promise<string>
  /** Every resource, those of preferred versions first. */
  resources(): Promise<readonly Resource[]>
  /** The objects of YAML text. */
  parse(text: string, name: string): Promise<readonly ApiObject[]>
}

const administrator = { username: 'admin', groups: ['system:masters'] }

/** The commands act as an administrator, who may act as others. */
export function createCluster(server: Pick<Server, 'fetch'>): Cluster {
  const send: Cluster['send'] = async ({
    method = 'GET',
    path,
    accept = 'application/json',
    contentType,
    body,
    as,
  }) => {
    const headers = new Headers({ accept, ...(contentType === undefined ? {} : { 'content-type': contentType }) })
    if (as?.user !== undefined) headers.set('impersonate-user', as.user)
    for (const group of as?.groups ?? []) headers.append('impersonate-group', group)
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    const reply = await server.fetch(new Request(`http://server${path}`, init), { authenticate: () => administrator })
    const text = await reply.text()
    if (!reply.ok) throw new RequestError(messageOf(reply.status, text))
    return text
  }
  return {
    send,
    async resources() {
      const accept = 'application/json;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v2'
      const documents = await Promise.all(['/api', '/apis'].map((path) => send({ path, accept })))
      return documents.flatMap((text) => resourcesOf(JSON.parse(text)))
    },
    parse: async (text, name) => (await parseManifests(text, name)).map(({ object }) => object),
  }
}

function messageOf(status: number, text: string): string {
  try {
    const { message, reason } = JSON.parse(text) as { readonly message?: string; readonly reason?: string }
    if (reason === 'Invalid') return message ?? text
    return `Error from server${reason ? ` (${reason})` : ''}: ${message ?? text}`
  } catch {
    return `Error from server (${status}): ${text}`
  }
}

interface Discovery {
  readonly items: readonly {
    readonly metadata?: { readonly name?: string }
    readonly versions: readonly {
      readonly version: string
      readonly resources?: readonly {
        readonly resource: string
        readonly responseKind?: { readonly kind?: string }
        readonly scope: string
        readonly shortNames?: readonly string[]
        readonly singularResource?: string
        readonly verbs: readonly string[]
      }[]
    }[]
  }[]
}

function resourcesOf({ items }: Discovery): readonly Resource[] {
  return items.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources = [] }) =>
      resources.map(({ resource, responseKind, scope, shortNames = [], singularResource = '', verbs }) => ({
        group: metadata?.name ?? '',
        version,
        resource,
        kind: responseKind?.kind ?? '',
        isNamespaced: scope === 'Namespaced',
        shortNames,
        singular: singularResource,
        verbs,
      })),
    ),
  )
}

/** The resource that a word names: `pods`, `pod`, `po`, `deployments.apps`. Throws an Error for none. */
export function findResource(resources: readonly Resource[], word: string): Resource {
  const wanted = word.toLowerCase()
  const found = resources.find(({ resource, singular, shortNames, kind, group }) => {
    const names = [resource, singular, kind.toLowerCase(), ...shortNames]
    return names.includes(wanted) || names.some((name) => `${name}.${group}` === wanted)
  })
  if (found === undefined) throw new Error(`error: the server doesn't have a resource type "${word}"`)
  return found
}

/** The path of a collection, or of an object. */
export function pathOf({ group, version, resource, isNamespaced }: Resource, namespace: string, name = ''): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const place = isNamespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  return `${root}${place}/${resource}${name === '' ? '' : `/${encodeURIComponent(name)}`}`
}
