import type { IncomingHttpHeaders } from 'node:http'
import type { WholeReply } from '@pinnace/http-client'
import { parseJson, type GroupVersion, type Vocabulary } from '@pinnace/meta'
import {
  aggregatedVersions,
  type ResourceDiscovery,
  type SubresourceDiscovery,
  type VersionDiscovery,
} from '@pinnace/openapi'
import { versionPath } from './registration.ts'

type Fields = Readonly<Record<string, unknown>>

/** Asks a server for a document below its root. */
export type AskFor = (path: string, accept: string) => Promise<WholeReply>

/**
 * What a registered server says of a version it serves: as the aggregated form has it, or made of the plain list where
 * it knows no other.
 */
// upstream: aggregator/pkg/apiserver/handler_discovery.go, fetchFreshDiscoveryForService
export async function readRemoteDiscovery(
  ask: AskFor,
  registration: GroupVersion,
  vocabulary: Vocabulary,
): Promise<VersionDiscovery> {
  const { group, version } = registration
  const all = await ask(group === '' ? '/api' : '/apis', acceptedForms(vocabulary))
  const found =
    isAggregated(all.headers) && all.status === 200 ? findVersion(readFields(all.body), registration) : undefined
  if (found !== undefined) return found
  const path = versionPath(registration)
  const plain = await ask(path, 'application/json')
  if (plain.status !== 200) throw new Error(`failed to download discovery for ${path}: ${plain.status}`)
  return { version, resources: fromRows(listOf(readFields(plain.body)['resources'])), freshness: 'Current' }
}

/** What is said of a version whose server cannot be asked. */
export function staleDiscovery(version: string, known: VersionDiscovery | undefined): VersionDiscovery {
  return { version, resources: known?.resources ?? [], freshness: 'Stale' }
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
  const ofGroup = listOf(document['items']).find((item) => textOf(fieldsOf(item['metadata'])['name']) === group)
  const found = listOf(ofGroup?.['versions']).find((item) => item['version'] === version)
  if (found === undefined) return undefined
  const freshness = found['freshness'] === 'Stale' ? 'Stale' : 'Current'
  // The form is the one that is answered with: what another server adds to it is passed on.
  return {
    version,
    resources: listOf(found['resources']) as readonly unknown[] as readonly ResourceDiscovery[],
    freshness,
  }
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
