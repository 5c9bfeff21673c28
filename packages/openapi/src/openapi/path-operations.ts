import type { Verb, Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { bareOperation, type Operation, type PathOperations } from './operation.ts'
import { groupPath, operationWord, versionWord } from './operation-ids.ts'
import type { PathParameter } from './parameters.ts'
import {
  collectionOperations,
  itemOperations,
  listOperation,
  connectOperations,
  subresourceOperations,
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
  const paths: PathOperations[] = [
    {
      path: `${root}/`,
      tag,
      parameters: [],
      hasProtobuf: definitions.some(({ builtIn }) => builtIn),
      operations: [
        documentOperation(`get${word}APIResources`, 'get available resources', names.meta('APIResourceList')),
      ],
    },
  ]
  for (const definition of definitions) paths.push(...resourcePaths({ definition, root, tag, word, names }))
  return paths
}

/** The paths above the versions: groups, their versions, and the version of the server. */
export function rootOperations(groups: readonly string[], vocabulary: Vocabulary): readonly PathOperations[] {
  const names = kindNames(vocabulary)
  const path = (path: string, tag: string, operation: Operation): PathOperations => ({
    path,
    tag,
    parameters: [],
    hasProtobuf: path !== '/version/',
    operations: [operation],
  })
  return [
    path(
      '/api/',
      'core',
      documentOperation('getCoreAPIVersions', 'get available API versions', names.meta('APIVersions')),
    ),
    path(
      '/apis/',
      'apis',
      documentOperation('getAPIVersions', 'get available API versions', names.meta('APIGroupList')),
    ),
    ...groups
      .filter((group) => group !== '')
      .map((group) => {
        const id = `get${operationWord(group, vocabulary, true)}APIGroup`
        const operation = documentOperation(id, 'get information of a group', names.meta('APIGroup'))
        return path(`/apis/${group}/`, operationWord(group, vocabulary, false), operation)
      }),
    path(
      '/version/',
      'version',
      documentOperation('getCodeVersion', 'get the version of the server', names.versionInfo),
    ),
  ]
}

function documentOperation(id: string, description: string, answer: string): Operation {
  return { ...bareOperation, method: 'get', id, description, answer }
}

function resourcePaths(site: OperationSite): readonly PathOperations[] {
  const { definition, root, tag } = site
  const isNamespaced = definition.scope === 'Namespaced'
  const collection = `${root}/${isNamespaced ? 'namespaces/{namespace}/' : ''}${definition.resource}`
  const inNamespace: readonly PathParameter[] = isNamespaced ? ['namespace'] : []
  const item: readonly PathParameter[] = ['name', ...inNamespace]
  const kindWord = `${isNamespaced ? 'Namespaced' : ''}${definition.kind}`
  const paths: PathOperations[] = []
  const add = (path: string, parameters: readonly PathParameter[], operations: readonly Operation[]): void => {
    if (operations.length > 0) paths.push({ path, tag, parameters, operations, hasProtobuf: definition.builtIn })
  }
  add(collection, inNamespace, pick(definition.verbs, collectionOperations(site, kindWord)))
  if (isNamespaced && definition.verbs.includes('list')) {
    add(`${root}/${definition.resource}`, [], [listOperation(site, `${definition.kind}ForAllNamespaces`)])
  }
  add(`${collection}/{name}`, item, pick(definition.verbs, itemOperations(site, kindWord)))
  for (const [name, subresource] of Object.entries(definition.subresources)) {
    const path = `${collection}/{name}/${name}`
    if (subresource.type === 'connect') {
      add(path, item, connectOperations(site, { name, subresource, kindWord }))
      if (name === 'proxy') {
        add(
          `${path}/{path}`,
          [...item, 'path'],
          connectOperations(site, { name, subresource, kindWord, suffix: 'WithPath' }),
        )
      }
    } else {
      add(path, item, pick(subresource.verbs, subresourceOperations(site, name, subresource, kindWord)))
    }
  }
  return paths
}

/** The operations of these verbs. */
function pick(verbs: readonly Verb[], operations: Readonly<Partial<Record<Verb, Operation>>>): readonly Operation[] {
  return Object.entries(operations).flatMap(([verb, operation]) => (verbs.includes(verb as Verb) ? [operation] : []))
}
