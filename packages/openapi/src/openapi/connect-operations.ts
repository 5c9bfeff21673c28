import type { Verb } from '@pinnace/meta'
import type { Subresource } from '@pinnace/resources'
import { subresourceKind, subresourceVerbs } from '../discovery/api-resources.ts'
import { bareOperation, type Operation, type OperationMethod } from './operation.ts'
import { connectParameters } from './parameters.ts'
import { capitalize, kindOf, type OperationSite } from './resource-operations.ts'

/** A subresource that is connected to. */
export interface ConnectOperations {
  readonly name: string
  readonly subresource: Subresource
  readonly kindWord: string
  /** Ends operation ids. @default '' */
  readonly suffix?: string
}

const methodsOfVerbs: Partial<Record<Verb, OperationMethod>> = {
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
}

/** A proxy passes on these methods as well, which are no verbs of a resource. */
const proxyMethods: readonly OperationMethod[] = ['head', 'options']

/** The operations of a subresource that is connected to. */
// upstream: apiserver/pkg/endpoints/installer.go, cases CONNECT and GET of a rest.GetterWithOptions
export function connectOperations(site: OperationSite, asked: ConnectOperations): readonly Operation[] {
  const { name, subresource } = asked
  if (name === 'log') return [logOperation(site, asked)]
  const methods = subresourceVerbs(name, subresource).flatMap((verb) => methodsOfVerbs[verb] ?? [])
  return [...methods, ...(name === 'proxy' ? proxyMethods : [])].map((method) => connectOperation(site, method, asked))
}

function connectOperation(
  { definition, word }: OperationSite,
  method: OperationMethod,
  { name, subresource, kindWord, suffix = '' }: ConnectOperations,
): Operation {
  return {
    ...bareOperation,
    method,
    id: `connect${word}${capitalize(method)}${kindWord}${capitalize(name)}${suffix}`,
    description: `connect ${method.toUpperCase()} requests to ${name} of ${definition.kind}`,
    action: 'connect',
    kind: kindOf(subresourceKind(definition, subresource)),
    parameters: connectParameters[name] ?? [],
  }
}

/** A log is text that is read; errors have the other media types. */
function logOperation(
  { definition, word, media }: OperationSite,
  { name, subresource, kindWord }: ConnectOperations,
): Operation {
  return {
    ...bareOperation,
    method: 'get',
    id: `read${word}${kindWord}${capitalize(name)}`,
    description: `read ${name} of the specified ${definition.kind}`,
    action: 'get',
    kind: kindOf(subresourceKind(definition, subresource)),
    parameters: connectParameters[name] ?? [],
    consumes: media.consumes,
    produces: ['text/plain', ...media.produces],
  }
}
