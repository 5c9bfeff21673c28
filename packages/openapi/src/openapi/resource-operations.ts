import type { GroupVersionKind, Verb } from '@pinnace/meta'
import type { ResourceDefinition, Subresource } from '@pinnace/resources'
import { subresourceKind, subresourceVerbs } from '../discovery/api-resources.ts'
import { bareOperation, type Operation, type OperationMethod } from './operation.ts'
import { actionParameters, connectParameters } from './parameters.ts'
import { subresourceTypeName, type KindNames } from './type-names.ts'

/** The place of the operations of a resource. */
export interface OperationSite {
  readonly definition: ResourceDefinition
  readonly root: string
  readonly tag: string
  /** The group and version in operation ids: `CoreV1`. */
  readonly word: string
  readonly names: KindNames
}

const customPatchTypes = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml']
const builtInPatchTypes = [
  ...customPatchTypes.slice(0, 2),
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
]

/** The operation to list or watch. */
export function listOperation({ definition, word, names }: OperationSite, kindWord: string): Operation {
  return {
    ...bareOperation,
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

/** The operations of a collection, by verb. */
export function collectionOperations(site: OperationSite, kindWord: string): Partial<Record<Verb, Operation>> {
  const { definition, word, names } = site
  return {
    list: listOperation(site, kindWord),
    create: {
      ...bareOperation,
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
      ...bareOperation,
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
      ...bareOperation,
      method: 'delete',
      id: `delete${word}${kindWord}`,
      description: `delete a ${definition.kind}`,
      action: 'delete',
      kind: kindOf(definition),
      parameters: actionParameters.delete,
      body: names.meta('DeleteOptions'),
      answer: definition.returnsDeletedObject === true ? definition.openApiName : names.meta('Status'),
      statuses: [200, 202],
    },
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
  { definition, word, names }: OperationSite,
  { kind, type, kindWord, article }: ObjectOperations,
): Partial<Record<Verb, Operation>> {
  const shared = { ...bareOperation, kind, answer: type, isBodyRequired: true }
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

/** The operations of a subresource, by verb. */
export function subresourceOperations(
  site: OperationSite,
  name: string,
  subresource: Exclude<Subresource, { readonly type: 'connect' }>,
  kindWord: string,
): Partial<Record<Verb, Operation>> {
  const { definition, word, names } = site
  const kind = kindOf(subresourceKind(definition, subresource))
  const typeName = subresourceTypeName(subresource)
  const type = typeName === undefined ? definition.openApiName : names.type(typeName)
  const wholeWord = `${kindWord}${capitalize(name)}`
  return {
    ...objectOperations(site, { kind, type, kindWord: wholeWord, article: `${name} of the specified` }),
    create: {
      ...bareOperation,
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

/** A subresource that is connected to. */
export interface ConnectOperations {
  readonly name: string
  readonly subresource: Subresource
  readonly kindWord: string
  /** Ends operation ids. @default '' */
  readonly suffix?: string
}

const connectMethods: Partial<Record<Verb, OperationMethod>> = {
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
}

/** The operations of a subresource that is connected to. */
export function connectOperations(
  { definition, word }: OperationSite,
  { name, subresource, kindWord, suffix = '' }: ConnectOperations,
): readonly Operation[] {
  const wholeWord = `${kindWord}${capitalize(name)}${suffix}`
  // upstream: a log is read; the others are connected to, by each method.
  const isRead = name === 'log'
  return subresourceVerbs(name, subresource).flatMap((verb): Operation[] => {
    const method = connectMethods[verb]
    if (method === undefined) return []
    return [
      {
        ...bareOperation,
        method,
        id: isRead ? `read${word}${wholeWord}` : `connect${word}${capitalize(method)}${wholeWord}`,
        description: isRead
          ? `read ${name} of the specified ${definition.kind}`
          : `connect ${method.toUpperCase()} requests to ${name} of ${definition.kind}`,
        action: isRead ? 'get' : 'connect',
        kind: kindOf(subresourceKind(definition, subresource)),
        parameters: connectParameters[name] ?? [],
      },
    ]
  })
}

function kindOf({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group, kind, version }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
