import type { BuiltInObject, KindIn, KindReference, LooseObject, ResourceIdentity } from '@pinnace/client'
import {
  kubernetesVocabulary,
  parseGroupVersion,
  platformVocabulary,
  type ApiObject,
  type Awaitable,
  type GroupVersionResource,
  withErrorCode,
} from '@pinnace/meta'
import type { DefinedResource, ResourceDefinition } from '@pinnace/resources'
import { groupName, kindTable } from '@pinnace/types'
import type { Operation } from '../admission-attributes.ts'
import type { DeletionRequest, MutationRequest, ValidationRequest } from './admission-request.ts'
import { defineAdmissionPlugin } from './define-admission-plugin.ts'
import type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'

/** The members of a definition that {@link KindPlugin} has no method for. */
export type KindPluginSettings = Pick<
  PluginDefinition,
  'matchPolicy' | 'objectSelector' | 'namespaceSelector' | 'failurePolicy' | 'reinvocationPolicy'
>

/** A plugin for one kind that is being written. Every method returns a new one. */
export interface KindPlugin<T extends ApiObject> {
  /** Matches creations. */
  create(): KindPlugin<T>
  /** Matches updates: those of apply and patch, too. */
  update(): KindPlugin<T>
  /** Matches deletions, for `validateDelete`. */
  delete(): KindPlugin<T>
  /** Matches a subresource, such as `status`, instead of the object itself. */
  subresource(name: string): KindPlugin<T>
  /** Selectors and policies. */
  with(settings: KindPluginSettings): KindPlugin<T>
  /** Changes the object to be stored. Must be idempotent. */
  mutate(handler: (request: MutationRequest<T>) => Awaitable<void>): KindPlugin<T>
  /** Validates the object to be stored; refuses it with `deny`. */
  validate(handler: (request: ValidationRequest<T>) => Awaitable<void>): KindPlugin<T>
  /** Validates a deletion; refuses it with `deny`. */
  validateDelete(handler: (request: DeletionRequest<T>) => Awaitable<void>): KindPlugin<T>
  /** The plugin. Throws a TypeError without an operation or a handler. */
  plugin(name: string): DefinedPlugin<T>
}

/** Starts a plugin for one kind. */
export interface On {
  /** For a kind that is defined in code. */
  <T extends ApiObject, Input = T>(definition: DefinedResource<T, Input>): KindPlugin<T>
  /** For a resource definition. */
  <T extends ApiObject>(definition: ResourceDefinition<T>): KindPlugin<T>
  /** For a resource whose type may be given: a custom resource. */
  <T extends ApiObject = LooseObject>(resource: ResourceIdentity): KindPlugin<T>
  /** For a built-in kind: `{ apiVersion: 'v1', kind: 'Pod' }`. */
  <Version extends string, Kind extends KindIn<Version>>(
    kind: KindReference<Version, Kind>,
  ): KindPlugin<BuiltInObject<Version, Kind>>
}

/**
 * Defines an admission plugin for one kind: the rules are made from the kind and the operations, and handlers are typed.
 * Throws a TypeError for an `{ apiVersion, kind }` that is not built in; pass its definition or
 * `{ group, version, kind, resource, scope }`.
 *
 * @example
 * export const workingDirectory = on({ apiVersion: 'v1', kind: 'Pod' })
 *   .create()
 *   .mutate(({ draft }) => {
 *     for (const container of draft.spec?.containers ?? []) container.workingDir ??= '/app'
 *   })
 *   .plugin('WorkingDirectory')
 */
// The kind determines the type of its objects.
export const on: On = (kind: ResourceIdentity | KindReference): never =>
  createKindPlugin({ target: resourceOf(kind), operations: [], subresource: '', definition: {} }) as never

type Handlers<T extends ApiObject> = Pick<PluginDefinition<T>, 'mutate' | 'validate' | 'validateDelete'>

interface KindPluginState<T extends ApiObject> {
  readonly target: GroupVersionResource
  readonly operations: readonly Operation[]
  readonly subresource: string
  readonly definition: KindPluginSettings & Handlers<T>
}

function createKindPlugin<T extends ApiObject>(state: KindPluginState<T>): KindPlugin<T> {
  const { target, operations, subresource, definition } = state
  const matching = (operation: Operation): KindPlugin<T> =>
    createKindPlugin({ ...state, operations: [...new Set([...operations, operation])] })
  const having = (more: KindPluginState<T>['definition']): KindPlugin<T> =>
    createKindPlugin({ ...state, definition: { ...definition, ...more } })
  return {
    create: () => matching('CREATE'),
    update: () => matching('UPDATE'),
    delete: () => matching('DELETE'),
    subresource: (name) => createKindPlugin({ ...state, subresource: name }),
    with: having,
    mutate: (mutate) => having({ mutate }),
    validate: (validate) => having({ validate }),
    validateDelete: (validateDelete) => having({ validateDelete }),
    plugin(name) {
      const { group, version, resource } = target
      if (operations.length === 0) {
        const error = new TypeError(`admission plugin ${JSON.stringify(name)} needs create(), update() or delete()`)
        throw withErrorCode(error, 'admission-plugin')
      }
      const resources = [subresource === '' ? resource : `${resource}/${subresource}`]
      const rules = [{ operations, apiGroups: [group], apiVersions: [version], resources }]
      return defineAdmissionPlugin<T>({ ...definition, name, rules })
    },
  }
}

function resourceOf(kind: ResourceIdentity | KindReference): GroupVersionResource {
  if (!('apiVersion' in kind)) return kind
  const { group, version } = parseGroupVersion(kind.apiVersion) ?? {}
  const row = kindTable.find(
    (candidate) =>
      candidate.kind === kind.kind &&
      candidate.version === version &&
      [kubernetesVocabulary, platformVocabulary].some((one) => groupName(one, candidate.group) === group),
  )
  if (row === undefined || group === undefined) {
    const hint = 'pass its definition, or { group, version, kind, resource, scope }'
    throw withErrorCode(new TypeError(`${kind.apiVersion} ${kind.kind} is not built in: ${hint}`), 'admission-plugin')
  }
  return { group, version: row.version, resource: row.resource }
}
