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
import type { AdmissionAttributes, Operation, OperationOptions } from '../admission-attributes.ts'
import { createReinvocation } from '../reinvocation.ts'
import { guessResource } from './guess-resource.ts'

/** A request for `evaluate` and {@link attributesOf}; omitted members are derived from the object. */
export interface RequestToEvaluate {
  /** @default UPDATE with both objects, DELETE with `oldObject` only, else CREATE */
  readonly operation?: Operation
  /** @default the kind of the object */
  readonly kind?: GroupVersionKind
  /** @default the lower-case plural of the kind */
  readonly resource?: GroupVersionResource
  /** @default none */
  readonly subresource?: string
  /** @default the namespace of the object */
  readonly namespace?: string
  /** @default the name of the object */
  readonly name?: string
  /** @default a user `someone` without groups */
  readonly user?: UserInfo
  readonly object?: ApiObject
  readonly oldObject?: ApiObject
  readonly options?: OperationOptions
  /** @default false */
  readonly dryRun?: boolean
}

/** Receivers of warnings and audit annotations. @default both are dropped */
export type RequestSinks = Partial<Pick<AdmissionAttributes, 'warn' | 'annotate'>> & {
  readonly signal?: AbortSignal | undefined
}

/**
 * Creates the attributes of a request for a plugin or a chain, without a server. The given objects are copied. Throws a
 * TypeError for a request without an object, or with an object without apiVersion and kind.
 */
export function attributesOf(
  { object, oldObject, ...request }: RequestToEvaluate,
  sinks: RequestSinks = {},
): AdmissionAttributes {
  const shown = object ?? oldObject
  if (shown === undefined) throw new TypeError('a request to evaluate requires object, oldObject or both')
  const kind = request.kind ?? kindOf(shown)
  const resource = request.resource ?? guessResource(kind)
  const name = request.name ?? shown.metadata.name ?? ''
  // The namespace attribute of a Namespace is its own name.
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  return {
    operation: request.operation ?? operationOf(object, oldObject),
    kind,
    resource,
    subresource: request.subresource ?? '',
    namespace: request.namespace ?? (isNamespace ? name : (shown.metadata.namespace ?? '')),
    name,
    user: request.user ?? defaultUser,
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

const defaultUser: UserInfo = Object.freeze({
  username: 'someone',
  groups: Object.freeze([]),
  extra: Object.freeze({}),
})

function kindOf({ apiVersion = '', kind = '' }: ApiObject): GroupVersionKind {
  const version = parseGroupVersion(apiVersion)
  if (version === undefined || apiVersion === '' || kind === '') {
    throw new TypeError('the object of a request to evaluate requires apiVersion and kind')
  }
  return { ...version, kind }
}

function operationOf(object: ApiObject | undefined, oldObject: ApiObject | undefined): Operation {
  if (oldObject === undefined) return 'CREATE'
  return object === undefined ? 'DELETE' : 'UPDATE'
}
