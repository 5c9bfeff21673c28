import type { GroupVersionKind, Verb, Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition, Subresource } from '@pinnace/resources'
import { subresourceKind, subresourceVerbs } from '../discovery/api-resources.ts'
import { groupPath, operationWord, versionWord } from './operation-words.ts'
import {
  actionParameters,
  streamParameters,
  type Action,
  type PathParameter,
  type QueryParameter,
} from './parameters.ts'
import { kindNames, subresourceTypeName, type KindNames } from './type-names.ts'

/** A method of HTTP, as path items name it. */
export type OperationMethod = 'get' | 'put' | 'post' | 'delete' | 'patch'

/** One method of one path, before it is written in one of the two versions of the format. */
export interface Operation {
  readonly method: OperationMethod
  readonly id: string
  readonly description: string
  readonly action: Action | undefined
  readonly kind: GroupVersionKind | undefined
  readonly parameters: readonly QueryParameter[]
  /** Name of the definition of the body. */
  readonly body: string | undefined
  readonly isBodyRequired: boolean
  /** Media types of a patch. */
  readonly patchTypes: readonly string[] | undefined
  /** Name of the definition of the answer; text where there is none. */
  readonly answer: string | undefined
  /** Statuses the answer comes with. */
  readonly statuses: readonly number[]
  readonly isStream: boolean
}

/** Everything that can be done with one path. */
export interface PathOperations {
  readonly path: string
  readonly tag: string
  readonly parameters: readonly PathParameter[]
  readonly operations: readonly Operation[]
}

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
  return { ...bare, method: 'get', id, description, answer }
}

interface Site {
  readonly definition: ResourceDefinition
  readonly root: string
  readonly tag: string
  readonly word: string
  readonly names: KindNames
}

const bare = {
  action: undefined,
  kind: undefined,
  parameters: [],
  body: undefined,
  isBodyRequired: false,
  patchTypes: undefined,
  answer: undefined,
  statuses: [200],
  isStream: false,
} as const

const customPatchTypes = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml']
const builtInPatchTypes = [
  ...customPatchTypes.slice(0, 2),
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
]

function resourcePaths(site: Site): readonly PathOperations[] {
  const { definition, root, tag } = site
  const isNamespaced = definition.scope === 'Namespaced'
  const collection = `${root}/${isNamespaced ? 'namespaces/{namespace}/' : ''}${definition.resource}`
  const inNamespace: readonly PathParameter[] = isNamespaced ? ['namespace'] : []
  const item: readonly PathParameter[] = ['name', ...inNamespace]
  const kindWord = `${isNamespaced ? 'Namespaced' : ''}${definition.kind}`
  const paths: PathOperations[] = []
  const add = (path: string, parameters: readonly PathParameter[], operations: readonly Operation[]): void => {
    if (operations.length > 0) paths.push({ path, tag, parameters, operations })
  }
  add(collection, inNamespace, pick(definition.verbs, collectionOperations(site, kindWord)))
  if (isNamespaced && definition.verbs.includes('list')) {
    add(`${root}/${definition.resource}`, [], [listOperation(site, `${definition.kind}ForAllNamespaces`)])
  }
  add(`${collection}/{name}`, item, pick(definition.verbs, itemOperations(site, kindWord)))
  for (const [name, subresource] of Object.entries(definition.subresources)) {
    const path = `${collection}/{name}/${name}`
    if (subresource.type === 'connect') {
      add(path, item, streamOperations(site, name, subresource, kindWord))
      if (name === 'proxy') {
        add(`${path}/{path}`, [...item, 'path'], streamOperations(site, name, subresource, kindWord, 'WithPath'))
      }
    } else {
      add(path, item, pick(subresource.verbs, subresourceOperations(site, name, subresource, kindWord)))
    }
  }
  return paths
}

/** The operations whose verbs are served. */
function pick(verbs: readonly Verb[], operations: Readonly<Partial<Record<Verb, Operation>>>): readonly Operation[] {
  return Object.entries(operations).flatMap(([verb, operation]) => (verbs.includes(verb as Verb) ? [operation] : []))
}

function listOperation({ definition, word, names }: Site, kindWord: string): Operation {
  return {
    ...bare,
    method: 'get',
    id: `list${word}${kindWord}`,
    description: `list or watch objects of kind ${definition.kind}`,
    action: 'list',
    kind: kindOf(definition),
    parameters: actionParameters.list,
    answer: names.list(definition),
    isStream: true,
  }
}

function collectionOperations(site: Site, kindWord: string): Partial<Record<Verb, Operation>> {
  const { definition, word, names } = site
  return {
    list: listOperation(site, kindWord),
    create: {
      ...bare,
      method: 'post',
      id: `create${word}${kindWord}`,
      description: `create a ${definition.kind}`,
      action: 'post',
      kind: kindOf(definition),
      parameters: actionParameters.post,
      body: definition.openApiName,
      isBodyRequired: true,
      answer: definition.openApiName,
      statuses: [200, 201, 202],
    },
    deletecollection: {
      ...bare,
      method: 'delete',
      id: `delete${word}Collection${kindWord}`,
      description: `delete collection of ${definition.kind}`,
      action: 'deletecollection',
      kind: kindOf(definition),
      parameters: actionParameters.deletecollection,
      body: names.meta('DeleteOptions'),
      answer: names.meta('Status'),
    },
  }
}

function itemOperations(site: Site, kindWord: string): Partial<Record<Verb, Operation>> {
  const { definition, word, names } = site
  return {
    ...viewOperations(site, kindOf(definition), definition.openApiName, kindWord, 'the specified'),
    delete: {
      ...bare,
      method: 'delete',
      id: `delete${word}${kindWord}`,
      description: `delete a ${definition.kind}`,
      action: 'delete',
      kind: kindOf(definition),
      parameters: actionParameters.delete,
      body: names.meta('DeleteOptions'),
      answer: names.meta('Status'),
      statuses: [200, 202],
    },
  }
}

function viewOperations(
  { definition, word, names }: Site,
  kind: GroupVersionKind,
  type: string,
  kindWord: string,
  article: string,
): Partial<Record<Verb, Operation>> {
  const shared = { ...bare, kind, answer: type, isBodyRequired: true }
  return {
    get: {
      ...shared,
      method: 'get',
      id: `read${word}${kindWord}`,
      description: `read ${article} ${definition.kind}`,
      action: 'get',
      isBodyRequired: false,
    },
    update: {
      ...shared,
      method: 'put',
      id: `replace${word}${kindWord}`,
      description: `replace ${article} ${definition.kind}`,
      action: 'put',
      parameters: actionParameters.put,
      body: type,
      statuses: [200, 201],
    },
    patch: {
      ...shared,
      method: 'patch',
      id: `patch${word}${kindWord}`,
      description: `partially update ${article} ${definition.kind}`,
      action: 'patch',
      parameters: actionParameters.patch,
      body: names.meta('Patch'),
      patchTypes: definition.builtIn ? builtInPatchTypes : customPatchTypes,
      statuses: [200, 201],
    },
  }
}

function subresourceOperations(
  site: Site,
  name: string,
  subresource: Exclude<Subresource, { readonly type: 'connect' }>,
  kindWord: string,
): Partial<Record<Verb, Operation>> {
  const { definition, word, names } = site
  const kind = kindOf(subresourceKind(definition, subresource))
  const typeName = subresourceTypeName(subresource)
  const type = typeName === undefined ? definition.openApiName : names.type(typeName)
  const wholeWord = `${kindWord}${capitalise(name)}`
  return {
    ...viewOperations(site, kind, type, wholeWord, `${name} of the specified`),
    create: {
      ...bare,
      method: 'post',
      id: `create${word}${wholeWord}`,
      description: `create ${name} of a ${definition.kind}`,
      action: 'post',
      kind,
      parameters: actionParameters.post,
      body: type,
      isBodyRequired: true,
      answer: type,
      statuses: [200, 201, 202],
    },
  }
}

const streamMethods: Partial<Record<Verb, OperationMethod>> = {
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
}

function streamOperations(
  { definition, word }: Site,
  name: string,
  subresource: Subresource,
  kindWord: string,
  suffix = '',
): readonly Operation[] {
  const wholeWord = `${kindWord}${capitalise(name)}${suffix}`
  // upstream: a log is read; every other stream is connected to, by each method.
  const isRead = name === 'log'
  return subresourceVerbs(name, subresource).flatMap((verb): Operation[] => {
    const method = streamMethods[verb]
    if (method === undefined) return []
    return [
      {
        ...bare,
        method,
        id: isRead ? `read${word}${wholeWord}` : `connect${word}${capitalise(method)}${wholeWord}`,
        description: isRead
          ? `read ${name} of the specified ${definition.kind}`
          : `connect ${method.toUpperCase()} requests to ${name} of ${definition.kind}`,
        action: isRead ? 'get' : 'connect',
        kind: kindOf(subresourceKind(definition, subresource)),
        parameters: streamParameters[name] ?? [],
      },
    ]
  })
}

function kindOf({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group, kind, version }
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
