import { withErrorCodes, type ApiObject, type GroupVersionKind, type Mutable, type Verb } from '@pinnace/meta'
import type { Field, ObjectSchema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { ValidationRule } from '@pinnace/types/apiextensions-v1'
import type * as z from 'zod'
import { checkOptions } from './define/check-options.ts'
import { customColumns } from './define/custom-columns.ts'
import { customStatusStrategy, customStrategy } from './define/custom-strategy.ts'
import { parseFieldPath, type FieldPath } from './define/field-path.ts'
import { pluralOf } from './define/plural.ts'
import type {
  DefinedInput,
  DefinedObject,
  DefinedResource,
  ResourceOptions,
  ScaleOptions,
} from './define/resource-options.ts'
import { assertVersionOf, hubConversion } from './define/hub-conversion.ts'
import { hostRules } from './define/host-rules.ts'
import { fromZod } from './define/zod-schema.ts'
import type { ResourceDefinition, ScaleSubresource, Subresource } from './definition.ts'

/**
 * Declares a kind of the host's own. It behaves as a custom resource does: unknown fields are pruned, the schema's
 * defaults filled in, its rules answered with 422, status written through `/status` only where that is asked for, and
 * the generation counts changes of anything that is neither metadata nor status. Options are checked at once: what
 * cannot be served is a TypeError that names the option.
 *
 * @example
 * ```ts
 * const Widget = defineResource({
 *   group: 'example.dev', version: 'v1', kind: 'Widget', scope: 'Namespaced',
 *   schema: z.object({ spec: z.object({ size: z.int32().default(1) }) }),
 * })
 * ```
 */
export function defineResource<S extends z.ZodObject, H extends ApiObject = ApiObject>(
  options: ResourceOptions<S, H>,
): DefinedResource<DefinedObject<S>, DefinedInput<S>> {
  return withErrorCodes('resource-definition', () => toDefinition(options))
}

function toDefinition<S extends z.ZodObject, H extends ApiObject>(
  options: ResourceOptions<S, H>,
): DefinedResource<DefinedObject<S>, DefinedInput<S>> {
  type T = DefinedObject<S>
  checkOptions(options)
  const { group, version, kind, scope, conversion, storageVersion, subresources = {} } = options
  const converted = fromZod(options.schema)
  const schema = withEnvelope(withRules(converted.schema, options.rules))
  const hasStatus = subresources.status === true
  checkStatus(schema, hasStatus)
  const resource = options.plural ?? pluralOf(kind)
  if (conversion !== undefined) assertVersionOf(conversion.hub, { group, version, kind, resource, scope })
  const immutable = (options.immutable ?? []).map((path) => parseFieldPath(path, schema, 'immutable'))
  const expressions = hostRules(kind, schema)
  const zod = converted.needsZod ? options.schema : undefined
  const rules = { hooks: options, hasStatus, immutable, zod, expressions }
  const below: Record<string, Subresource<T>> = {}
  if (hasStatus) {
    below['status'] = {
      type: 'object',
      verbs: viewVerbs,
      strategy: customStatusStrategy<T>(rules),
      ownedFields: ['status'],
    }
  }
  if (subresources.scale !== undefined) below['scale'] = scaleOf<T>(subresources.scale, schema)
  return Object.freeze<ResourceDefinition<T>>({
    group,
    version,
    kind,
    listKind: `${kind}List`,
    resource,
    singular: options.singular ?? kind.toLowerCase(),
    shortNames: Object.freeze([...(options.shortNames ?? [])]),
    categories: Object.freeze([...(options.categories ?? [])]),
    scope,
    verbs: allVerbs,
    schema: () => schema,
    strategy: customStrategy<T>(rules),
    columns: customColumns<T>(options.columns),
    selectableFields: selectableFields<T>(options.selectableFields ?? [], schema),
    subresources: Object.freeze(below),
    storage:
      conversion?.hub.storage ??
      Object.freeze({
        group,
        resource,
        ...(storageVersion === undefined ? {} : { apiVersion: `${group}/${storageVersion}` }),
      }),
    ...(conversion === undefined ? {} : { conversion: hubConversion(conversion) }),
    ...(options.served === undefined ? {} : { served: options.served }),
    ...(options.enabledByDefault === undefined ? {} : { enabledByDefault: options.enabledByDefault }),
    openApiName: [...group.split('.').reverse(), version, kind].join('.'),
    builtIn: false,
    ...(expressions === undefined ? {} : { prepare: () => expressions.check() }),
    ...(options.validateName === undefined ? {} : { validateName: options.validateName }),
  })
}

const allVerbs: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']
const viewVerbs: readonly Verb[] = ['get', 'patch', 'update']
const scaleKind: GroupVersionKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' }

/** The rules of the whole object stand beside those of its schema. */
function withRules(schema: ObjectSchema, rules: readonly ValidationRule[] = []): ObjectSchema {
  if (rules.length === 0) return schema
  const { expressions = [], ...others } = schema.rules ?? {}
  return { ...schema, rules: { ...others, expressions: [...expressions, ...rules] } }
}

/** The fields every object has, then the kind's own. */
function withEnvelope(schema: ObjectSchema): ObjectSchema {
  const fields = new Map<string, Field>([
    ['apiVersion', { name: 'apiVersion', schema: { type: 'string' } }],
    ['kind', { name: 'kind', schema: { type: 'string' } }],
    ['metadata', { name: 'metadata', schema: loadType('meta.v1.ObjectMeta'), goSemantics: true }],
  ])
  for (const [name, field] of schema.fields) {
    if (fields.has(name)) throw new TypeError(`schema must not have ${name}: every object has one`)
    fields.set(name, field)
  }
  return Object.freeze({ ...schema, fields })
}

function checkStatus({ fields }: ObjectSchema, hasStatus: boolean): void {
  if (!hasStatus) return
  const status = fields.get('status')
  if (status === undefined) throw new TypeError('subresources.status: the schema has no status')
  if (status.required === true) throw new TypeError('schema.status must be optional: a new object has none')
}

// upstream: apiextensions-apiserver/pkg/registry/customresource/etcd.go, ScaleREST
function scaleOf<T extends ApiObject>(options: ScaleOptions, schema: ObjectSchema): ScaleSubresource<T> {
  const path = (name: keyof ScaleOptions, below: readonly string[], type: string): FieldPath => {
    const option = `subresources.scale.${name}`
    const parsed = parseFieldPath(options[name]!, schema, option)
    if (!below.some((field) => parsed.text.startsWith(`${field}.`))) {
      throw new TypeError(`${option} must be below ${below.map((field) => `.${field}`).join(' or ')}`)
    }
    if (parsed.schema.type !== type) throw new TypeError(`${option} must be of type ${type}`)
    return parsed
  }
  const spec = path('specReplicasPath', ['spec'], 'integer')
  const status = path('statusReplicasPath', ['status'], 'integer')
  const selector =
    options.labelSelectorPath === undefined ? undefined : path('labelSelectorPath', ['status', 'spec'], 'string')
  const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
  return {
    type: 'scale',
    verbs: viewVerbs,
    kind: scaleKind,
    specReplicas: (object) => number(spec.get(object)),
    statusReplicas: (object) => number(status.get(object)),
    selector: (object) => {
      const text = selector?.get(object)
      return typeof text === 'string' ? text : ''
    },
    setReplicas: (next: Mutable<T>, replicas) => spec.set(next, replicas),
    replicasPath: spec.text.split('.'),
  }
}

// upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go, MatchCustomResourceDefinitionStorage
function selectableFields<T extends ApiObject>(
  paths: readonly string[],
  schema: ObjectSchema,
): Readonly<Record<string, (object: T) => string>> {
  const fields: Record<string, (object: T) => string> = {}
  for (const given of paths) {
    const path = parseFieldPath(given, schema, 'selectableFields')
    if (path.text.startsWith('metadata.')) throw new TypeError('selectableFields must not be in metadata')
    if (!['string', 'integer', 'boolean'].includes(path.schema.type)) {
      throw new TypeError(`selectableFields: ${given} must be of type string, integer or boolean`)
    }
    fields[path.text] = (object) => {
      const value = path.get(object)
      return value === undefined || value === null ? '' : String(value)
    }
  }
  return Object.freeze(fields)
}
