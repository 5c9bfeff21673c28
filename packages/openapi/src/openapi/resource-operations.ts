import type { GroupVersionKind, Verb } from '@pinnace/meta'
import type { ResourceDefinition, Subresource } from '@pinnace/resources'
import { subresourceKind } from '../discovery/api-resources.ts'
import type { OperationMedia } from './operation-media.ts'
import { bareOperation, type Operation } from './operation.ts'
import { actionParameters, customParameters, type Action, type QueryParameter } from './parameters.ts'
import { subresourceTypeName, type KindNames } from './type-names.ts'

/** The place of the operations of a resource. */
export interface OperationSite {
  readonly definition: ResourceDefinition
  readonly root: string
  readonly tag: string
  /** The group and version in operation ids: `CoreV1`. */
  readonly word: string
  readonly names: KindNames
  readonly media: OperationMedia
}

/** The operation to list or watch. */
export function listOperation(site: OperationSite, kindWord: string): Operation {
  const { definition, word, names, media } = site
  const verbs = definition.builtIn && definition.verbs.includes('watch') ? 'list or watch' : 'list'
  return {
    ...operationOf(site, 'list'),
    method: 'get',
    id: `list${word}${kindWord}`,
    description: `${verbs} objects of kind ${definition.kind}`,
    produces: media.listProduces,
    answer: names.list(definition),
  }
}

/** The deprecated operation to watch a list, or one object, at a path of its own. */
// upstream: apiserver/pkg/endpoints/installer.go, cases WATCH and WATCHLIST
export function watchOperation(site: OperationSite, action: 'watch' | 'watchlist', kindWord: string): Operation {
  const { definition, word, names, media } = site
  const instead = "use the 'watch' parameter with a list operation instead"
  return {
    ...operationOf(site, action),
    method: 'get',
    id: `watch${word}${kindWord}`,
    description:
      action === 'watch'
        ? `watch changes to an object of kind ${definition.kind}. deprecated: ${instead}, filtered to a single item with the 'fieldSelector' parameter.`
        : `watch individual changes to a list of ${definition.kind}. deprecated: ${instead}.`,
    produces: media.listProduces,
    answer: names.meta('WatchEvent'),
  }
}

/** The operations of a collection, by verb. */
export function collectionOperations(site: OperationSite, kindWord: string): Partial<Record<Verb, Operation>> {
  const { definition, word, names } = site
  return {
    list: listOperation(site, kindWord),
    create: createOperation(site, {
      kind: kindOf(definition),
      type: definition.openApiName,
      id: `create${word}${kindWord}`,
      description: `create a ${definition.kind}`,
    }),
    deletecollection: {
      ...operationOf(site, 'deletecollection'),
      method: 'delete',
      id: `delete${word}Collection${kindWord}`,
      description: `delete collection of ${definition.kind}`,
      // upstream: the documents of custom resources name no body here.
      body: definition.builtIn ? names.meta('DeleteOptions') : undefined,
      answer: names.meta('Status'),
    },
  }
}

/** The operations of an object, by verb. */
export function itemOperations(site: OperationSite, kindWord: string): Partial<Record<Verb, Operation>> {
  const { definition, word, names } = site
  return {
    ...objectOperations(site, {
      kind: kindOf(definition),
      type: definition.openApiName,
      kindWord,
      article: 'the specified',
    }),
    delete: {
      ...operationOf(site, 'delete'),
      method: 'delete',
      id: `delete${word}${kindWord}`,
      description: `delete a ${definition.kind}`,
      body: names.meta('DeleteOptions'),
      answer: definition.returnsDeletedObject === true ? definition.openApiName : names.meta('Status'),
      statuses: [200, 202],
    },
  }
}

/** What the operations of a kind have in common. */
function operationOf(
  { definition, media }: OperationSite,
  action: Action,
): Omit<Operation, 'method' | 'id' | 'description'> {
  return {
    ...bareOperation,
    action,
    kind: kindOf(definition),
    parameters: parametersOf(definition, action),
    consumes: media.consumes,
    produces: media.produces,
  }
}

function parametersOf({ builtIn }: ResourceDefinition, action: Action): readonly QueryParameter[] {
  return (builtIn ? undefined : customParameters[action]) ?? actionParameters[action]
}

interface CreateOperation {
  readonly kind: GroupVersionKind
  readonly type: string
  readonly id: string
  readonly description: string
}

function createOperation(site: OperationSite, { type, ...named }: CreateOperation): Operation {
  return {
    ...operationOf(site, 'post'),
    ...named,
    method: 'post',
    body: type,
    isBodyRequired: true,
    answer: type,
    statuses: [200, 201, 202],
  }
}

interface ObjectOperations {
  readonly kind: GroupVersionKind
  /** The name of the definition of the body. */
  readonly type: string
  readonly kindWord: string
  readonly article: string
}

function objectOperations(
  site: OperationSite,
  { kind, type, kindWord, article }: ObjectOperations,
): Partial<Record<Verb, Operation>> {
  const { definition, word, names, media } = site
  return {
    get: {
      ...operationOf(site, 'get'),
      kind,
      method: 'get',
      id: `read${word}${kindWord}`,
      description: `read ${article} ${definition.kind}`,
      answer: type,
    },
    update: {
      ...operationOf(site, 'put'),
      kind,
      method: 'put',
      id: `replace${word}${kindWord}`,
      description: `replace ${article} ${definition.kind}`,
      body: type,
      isBodyRequired: true,
      answer: type,
      statuses: [200, 201],
    },
    patch: {
      ...operationOf(site, 'patch'),
      kind,
      method: 'patch',
      id: `patch${word}${kindWord}`,
      description: `partially update ${article} ${definition.kind}`,
      body: names.meta('Patch'),
      isBodyRequired: true,
      consumes: media.patchConsumes,
      answer: type,
      statuses: definition.builtIn ? [200, 201] : [200],
    },
  }
}

/** The operations of a subresource, by verb. */
export function subresourceOperations(
  site: OperationSite,
  name: string,
  subresource: Exclude<Subresource, { readonly type: 'connect' }>,
  kindWord: string,
): Partial<Record<Verb, Operation>> {
  const { definition, word, names } = site
  // upstream: the documents of custom resources call every subresource by the kind of the resource.
  const kind = kindOf(definition.builtIn ? subresourceKind(definition, subresource) : definition)
  const typeName = subresourceTypeName(subresource)
  const type = typeName === undefined ? definition.openApiName : names.type(typeName)
  const wholeWord = `${kindWord}${capitalize(name)}`
  return {
    ...objectOperations(site, { kind, type, kindWord: wholeWord, article: `${name} of the specified` }),
    create: createOperation(site, {
      kind,
      type,
      id: `create${word}${wholeWord}`,
      description: `create ${name} of a ${definition.kind}`,
    }),
  }
}

/** A kind, in the order of its members in documents. */
export function kindOf({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group, kind, version }
}

/** A word of an operation id. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
