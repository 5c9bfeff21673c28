import {
  cloneJson,
  freezeJson,
  parseGroupVersion,
  type ApiObject,
  type GroupVersionKind,
  type GroupVersionResource,
  type Mutable,
  type UserInfo,
} from '@pinnace/meta'
import type { AdmissionAttributes, Operation, OperationOptions } from '../attributes.ts'
import { createReinvocation } from '../reinvocation.ts'
import { guessResource } from './guess-resource.ts'

/** A request for `evaluate` and {@link attributesOf}; what is left out follows from the object. */
export interface RequestToEvaluate {
  /** @default UPDATE with both objects, DELETE with an old one alone, else CREATE */
  readonly operation?: Operation
  /** @default that of the object */
  readonly kind?: GroupVersionKind
  /** @default guessed from the kind: lower case, in the plural */
  readonly resource?: GroupVersionResource
  /** @default none */
  readonly subresource?: string
  /** @default that of the object */
  readonly namespace?: string
  /** @default that of the object */
  readonly name?: string
  /** @default nobody in particular */
  readonly user?: UserInfo
  readonly object?: ApiObject
  readonly oldObject?: ApiObject
  readonly options?: OperationOptions
  /** @default false */
  readonly dryRun?: boolean
}

/** Where what a plugin says of a request goes. @default nowhere */
export type RequestSinks = Partial<Pick<AdmissionAttributes, 'warn' | 'annotate'>> & {
  readonly signal?: AbortSignal | undefined
}

/**
 * A request as a plugin or a chain is asked about it, without a server. The objects that are given stay as they are.
 * Throws a TypeError where there is no object, or one that does not say its kind.
 */
export function attributesOf(
  { object, oldObject, ...request }: RequestToEvaluate,
  sinks: RequestSinks = {},
): AdmissionAttributes {
  const shown = object ?? oldObject
  if (shown === undefined) throw new TypeError('a request to evaluate has an object, an old one, or both')
  const kind = request.kind ?? kindOf(shown)
  const resource = request.resource ?? guessResource(kind)
  const name = request.name ?? shown.metadata.name ?? ''
  // A Namespace is said to be in itself.
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  return {
    operation: request.operation ?? operationOf(object, oldObject),
    kind,
    resource,
    subresource: request.subresource ?? '',
    namespace: request.namespace ?? (isNamespace ? name : (shown.metadata.namespace ?? '')),
    name,
    user: request.user ?? nobody,
    object: object === undefined ? undefined : (cloneJson(object) as Mutable<ApiObject>),
    oldObject: oldObject === undefined ? undefined : freezeJson(cloneJson(oldObject)),
    options: request.options,
    dryRun: request.dryRun ?? false,
    deadlineMs: undefined,
    signal: sinks.signal,
    reinvocation: createReinvocation(),
    warn: (text) => sinks.warn?.(text),
    annotate: (key, value, level) => sinks.annotate?.(key, value, level),
    isAudited: () => true,
  }
}

const nobody: UserInfo = Object.freeze({ username: 'someone', groups: Object.freeze([]), extra: Object.freeze({}) })

function kindOf({ apiVersion = '', kind = '' }: ApiObject): GroupVersionKind {
  const version = parseGroupVersion(apiVersion)
  if (version === undefined || apiVersion === '' || kind === '') {
    throw new TypeError('the object of a request to evaluate says its apiVersion and kind')
  }
  return { ...version, kind }
}

function operationOf(object: ApiObject | undefined, oldObject: ApiObject | undefined): Operation {
  if (oldObject === undefined) return 'CREATE'
  return object === undefined ? 'DELETE' : 'UPDATE'
}
