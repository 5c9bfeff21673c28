import type { IncomingHttpHeaders } from 'node:http'
import type { WholeReply } from '@pinnace/http-client'
import { parseJson, type GroupVersion, type Vocabulary } from '@pinnace/meta'
import {
  aggregatedVersions,
  type ResourceDiscovery,
  type SubresourceDiscovery,
  type VersionDiscovery,
} from '@pinnace/openapi'
import { versionPath } from './api-service-info.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads a document of a server. */
export type ReadDocument = (path: string, accept: string) => Promise<WholeReply>

/** The discovery of a group version of another server: from its aggregated discovery, or from its plain resource list. */
// upstream: aggregator/pkg/apiserver/handler_discovery.go, fetchFreshDiscoveryForService
export async function readRemoteDiscovery(
  read: ReadDocument,
  groupVersion: GroupVersion,
  vocabulary: Vocabulary,
): Promise<VersionDiscovery> {
  const { group, version } = groupVersion
  const all = await read(group === '' ? '/api' : '/apis', acceptedForms(vocabulary))
  const found =
    isAggregated(all.headers) && all.status === 200 ? findVersion(readFields(all.body), groupVersion) : undefined
  if (found !== undefined) return found
  const path = versionPath(groupVersion)
  const plain = await read(path, 'application/json')
  if (plain.status !== 200) throw new Error(`failed to download discovery for ${path}: ${plain.status}`)
  return { version, resources: fromRows(listOf(readFields(plain.body)['resources'])), freshness: 'Current' }
}

/** The discovery of a group version whose server is not available. */
export function staleDiscovery(version: string, known: VersionDiscovery | undefined): VersionDiscovery {
  return { version, resources: known?.resources ?? [], freshness: 'Stale' }
}

/** The media type of the aggregated discovery of one server, without its peers. */
export function aggregatedForm(vocabulary: Vocabulary): string {
  const [version] = aggregatedVersions
  return `application/json;g=${vocabulary.group('apidiscovery')};v=${version};as=APIGroupDiscoveryList;profile=nopeer`
}

function acceptedForms(vocabulary: Vocabulary): string {
  const group = vocabulary.group('apidiscovery')
  const forms = aggregatedVersions.map((version) => `application/json;g=${group};v=${version};as=APIGroupDiscoveryList`)
  return [...forms, 'application/json'].join(',')
}

function isAggregated(headers: IncomingHttpHeaders): boolean {
  return headers['content-type']?.includes('as=APIGroupDiscoveryList') === true
}

function findVersion(document: Fields, { group, version }: GroupVersion): VersionDiscovery | undefined {
  return readVersions(document).find((found) => found.group === group && found.discovery.version === version)?.discovery
}

/** A version of a group in the aggregated discovery of a server. */
export interface ReadVersion {
  readonly group: string
  readonly discovery: VersionDiscovery
}

/** The versions of all groups in aggregated discovery. Throws for a reply that is something else. */
export function readAggregated({ status, headers, body }: WholeReply): readonly ReadVersion[] {
  if (status !== 200) throw new Error(`discovery request failed with status: ${status}`)
  if (!isAggregated(headers)) throw new Error('the server has no aggregated discovery')
  return readVersions(readFields(body))
}

function readVersions(document: Fields): readonly ReadVersion[] {
  return listOf(document['items']).flatMap((item) => {
    const group = textOf(fieldsOf(item['metadata'])['name'])
    return listOf(item['versions']).map((found): ReadVersion => {
      const freshness = found['freshness'] === 'Stale' ? 'Stale' : 'Current'
      // Members that this server does not know are kept.
      const resources = listOf(found['resources']) as readonly unknown[] as readonly ResourceDiscovery[]
      return { group, discovery: { version: textOf(found['version']), resources, freshness } }
    })
  })
}

// upstream: endpoints/installer.go, ConvertGroupVersionIntoToDiscovery
function fromRows(rows: readonly Fields[]): readonly ResourceDiscovery[] {
  const resources = new Map<string, ResourceDiscovery>()
  for (const row of rows) {
    const name = textOf(row['name'])
    if (name === '' || name.includes('/')) continue
    const shortNames = textsOf(row['shortNames'])
    const categories = textsOf(row['categories'])
    resources.set(name, {
      ...parentOf(row, name),
      responseKind: kindOf(row),
      singularResource: textOf(row['singularName']),
      verbs: textsOf(row['verbs']),
      ...(shortNames.length === 0 ? {} : { shortNames }),
      ...(categories.length === 0 ? {} : { categories }),
    })
  }
  for (const row of rows) {
    const [name = '', subresource] = textOf(row['name']).split('/')
    if (subresource === undefined) continue
    const parent = resources.get(name) ?? parentOf(row, name)
    const below: SubresourceDiscovery = { subresource, responseKind: kindOf(row), verbs: textsOf(row['verbs']) }
    resources.set(name, { ...parent, subresources: [...(parent.subresources ?? []), below] })
  }
  return [...resources.values()]
}

function parentOf(row: Fields, resource: string): ResourceDiscovery {
  const scope = row['namespaced'] === true ? 'Namespaced' : 'Cluster'
  return { resource, responseKind: { group: '', version: '', kind: '' }, scope, singularResource: '', verbs: [] }
}

function kindOf(row: Fields): ResourceDiscovery['responseKind'] {
  return { group: textOf(row['group']), version: textOf(row['version']), kind: textOf(row['kind']) }
}

function readFields(body: Buffer): Fields {
  return fieldsOf(parseJson(body).value)
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
