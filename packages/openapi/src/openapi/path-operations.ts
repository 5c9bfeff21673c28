import type { Verb, Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { connectOperations } from './connect-operations.ts'
import { builtInMedia, customMedia } from './operation-media.ts'
import { bareOperation, type Operation, type PathOperations } from './operation.ts'
import { groupPath, operationWord, versionWord } from './operation-ids.ts'
import type { PathParameter } from './parameters.ts'
import {
  collectionOperations,
  itemOperations,
  listOperation,
  subresourceOperations,
  watchOperation,
  type OperationSite,
} from './resource-operations.ts'
import { kindNames } from './type-names.ts'

/** Every path of one version of a group. */
// upstream: apiserver/pkg/endpoints/installer.go, registerResourceHandlers; endpoints/openapi/openapi.go for the ids
export function toOperations(
  group: string,
  version: string,
  definitions: readonly ResourceDefinition[],
  vocabulary: Vocabulary,
): readonly PathOperations[] {
  const tag = `${operationWord(group === '' ? 'core' : group, vocabulary, false)}_${version}`
  const word = versionWord(group, version, vocabulary)
  const root = groupPath(group, version)
  const names = kindNames(vocabulary)
  const builtIn = builtInMedia(vocabulary)
  const paths: PathOperations[] = []
  if (definitions.some((definition) => definition.builtIn)) {
    const document: Operation = {
      ...bareOperation,
      method: 'get',
      id: `get${word}APIResources`,
      description: 'get available resources',
      // upstream: the documents of discovery are installed by routes with media types.
      consumes: builtIn.produces,
      produces: builtIn.produces,
      answer: names.meta('APIResourceList'),
    }
    paths.push({ path: `${root}/`, tag, parameters: [], operations: [document] })
  }
  for (const definition of definitions) {
    const media = definition.builtIn ? builtIn : customMedia
    paths.push(...resourcePaths({ definition, root, tag, word, names, media }))
  }
  return paths
}

type AddPath = (path: string, parameters: readonly PathParameter[], operations: readonly Operation[]) => void

function resourcePaths(site: OperationSite): readonly PathOperations[] {
  const { definition, root, tag } = site
  const isNamespaced = definition.scope === 'Namespaced'
  const inNamespace: readonly PathParameter[] = isNamespaced ? ['namespace'] : []
  const kindWord = `${isNamespaced ? 'Namespaced' : ''}${definition.kind}`
  const below = `${isNamespaced ? 'namespaces/{namespace}/' : ''}${definition.resource}`
  const collection = `${root}/${below}`
  const paths: PathOperations[] = []
  const add: AddPath = (path, parameters, operations) => {
    if (operations.length > 0) paths.push({ path, tag, parameters, operations })
  }
  add(collection, inNamespace, pick(definition.verbs, collectionOperations(site, kindWord)))
  const everywhere = `${definition.kind}${isNamespaced ? 'ForAllNamespaces' : ''}`
  if (isNamespaced && definition.verbs.includes('list')) {
    add(`${root}/${definition.resource}`, [], [listOperation(site, everywhere)])
  }
  add(`${collection}/{name}`, ['name', ...inNamespace], pick(definition.verbs, itemOperations(site, kindWord)))
  addSubresources(site, { collection, item: ['name', ...inNamespace], kindWord }, add)
  // upstream: the documents of custom resources do not have them.
  if (definition.builtIn && definition.verbs.includes('watch')) {
    const watched = `${root}/watch/${definition.resource}`
    const word = `${definition.kind}List${isNamespaced ? 'ForAllNamespaces' : ''}`
    add(watched, [], [watchOperation(site, 'watchlist', word)])
    if (isNamespaced) add(`${root}/watch/${below}`, inNamespace, [watchOperation(site, 'watchlist', `${kindWord}List`)])
    add(`${root}/watch/${below}/{name}`, ['name', ...inNamespace], [watchOperation(site, 'watch', kindWord)])
  }
  return paths
}

interface ItemPlace {
  readonly collection: string
  readonly item: readonly PathParameter[]
  readonly kindWord: string
}

function addSubresources(site: OperationSite, { collection, item, kindWord }: ItemPlace, add: AddPath): void {
  for (const [name, subresource] of Object.entries(site.definition.subresources)) {
    const path = `${collection}/{name}/${name}`
    if (subresource.type !== 'connect') {
      add(path, item, pick(subresource.verbs, subresourceOperations(site, name, subresource, kindWord)))
      continue
    }
    add(path, item, connectOperations(site, { name, subresource, kindWord }))
    if (name !== 'proxy') continue
    const operations = connectOperations(site, { name, subresource, kindWord, suffix: 'WithPath' })
    add(`${path}/{path}`, [...item, 'path'], operations)
  }
}

/** The operations of these verbs. */
function pick(verbs: readonly Verb[], operations: Readonly<Partial<Record<Verb, Operation>>>): readonly Operation[] {
  return Object.entries(operations).flatMap(([verb, operation]) => (verbs.includes(verb as Verb) ? [operation] : []))
}
