import { formatGroupVersion, formatJson, runAtOnce, type ApiObject, type Verb, type Vocabulary } from '@pinnace/meta'
import { compileDecoder, compileDefaults, prune, type ObjectSchema } from '@pinnace/schema'
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@pinnace/types/apiextensions-v1'
import type { Conversion } from '../conversion.ts'
import { customColumns } from '../define/custom-columns.ts'
import type { Column, ResourceDefinition, StoredRevision } from '../definition.ts'
import { deprecationWarningOf } from './deprecation-warning.ts'
import { schemaExtensions } from './schema-props.ts'
import { storedVersionOf } from './stored-version.ts'
import { metadataColumns } from '../default-columns.ts'
import { customSubresources, stepsOf, valueAt } from './custom-subresources.ts'
import { embeddedObjectsOf, type CheckEmbedded } from './embedded-objects.ts'
import { lazyRules } from './lazy-rules.ts'
import { resourceStrategies } from './resource-strategies.ts'
import type { RuleSource } from './rule-source.ts'
import type { SchemaCache } from './schema-cache.ts'
import { resourceSchemaInSteps } from './to-schema.ts'

/** Options for {@link toCustomResources}. */
export interface CustomResourceOptions {
  readonly vocabulary: Vocabulary
  /** Reads the definition again: its schemas are large, and few are needed at a time. */
  readonly read: () => CustomResourceDefinition
  readonly schemas: SchemaCache
  /** Revision of the store at which the definition came to say what it says; 0 where it always has. */
  readonly since: bigint
  /** How versions become each other. @default nothing but apiVersion changes */
  readonly conversion?: Conversion
}

/**
 * What a server serves for a definition: every version of its kind, those too that can only be stored. Made in
 * microseconds; schemas are read when they are first needed.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, getOrCreateServingInfoFor
export function toCustomResources(
  definition: CustomResourceDefinition,
  options: CustomResourceOptions,
): readonly ResourceDefinition[] {
  const { spec, status, metadata } = definition
  const { group } = spec
  const names = status?.acceptedNames ?? spec.names
  const kept = spec.versions.map(withoutSchema)
  const shared = {
    group,
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    resource: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    scope: spec.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    verbs: allVerbs,
    storage: {
      group,
      resource: names.plural,
      apiVersion: formatGroupVersion({ group, version: storedVersionOf(definition)! }),
    },
    ...(options.conversion === undefined || kept.length < 2 ? {} : { conversion: options.conversion }),
    ...(metadata.deletionTimestamp === undefined ? {} : { terminating: true }),
    builtIn: false,
  } as const
  return kept.map((version, index) => {
    const warning = deprecationWarningOf(group, names.kind, version, kept)
    return toResource(shared, version, index, { ...options, warning })
  })
}

type Shared = Omit<
  ResourceDefinition,
  'version' | 'schema' | 'strategy' | 'columns' | 'selectableFields' | 'subresources' | 'openApiName'
>
type Version = Omit<CustomResourceDefinitionVersion, 'schema'>

function withoutSchema({ schema: _schema, ...version }: CustomResourceDefinitionVersion): Version {
  return version
}

const allVerbs: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

function toResource(
  shared: Shared,
  version: Version,
  index: number,
  options: CustomResourceOptions & { readonly warning: string | undefined },
): ResourceDefinition {
  const { group, kind } = shared
  const { warning } = options
  const { name, subresources = {}, selectableFields = [] } = version
  const schema = schemaReader(index, options)
  const embedded = embeddedReader(schema)
  const rules = lazyRules({ source: () => ruleSource(index, options), schema })
  const strategies = resourceStrategies({ subresources, embedded, rules, schema, product: options.vocabulary.product })
  let columns: readonly Column[] | undefined
  return Object.freeze({
    ...shared,
    version: name,
    schema,
    schemaInSteps: schema.inSteps,
    strategy: strategies.own,
    get columns() {
      return (columns ??= columnsOf(version.additionalPrinterColumns))
    },
    selectableFields: selectable(selectableFields.map(({ jsonPath }) => stepsOf(jsonPath))),
    subresources: customSubresources(subresources, strategies.status),
    openApiName: [...group.split('.').reverse(), name, kind].join('.'),
    stored: storedRevision(schema, options.since),
    ...(version.served ? {} : { served: false }),
    ...(warning === undefined ? {} : { deprecation: { warning } }),
  })
}

/** Reads a schema when it is first needed. */
interface SchemaReader {
  (): ObjectSchema
  /** The same, with interruptions where it is read. */
  readonly inSteps: () => Generator<void, ObjectSchema>
}

function schemaReader(index: number, { vocabulary, read, schemas }: CustomResourceOptions): SchemaReader {
  let schema: ObjectSchema | undefined
  const { schemaExtensionPrefix: prefix } = vocabulary
  function* inSteps(): Generator<void, ObjectSchema> {
    if (schema !== undefined) return schema
    const props = read().spec.versions[index]?.schema?.openAPIV3Schema
    yield
    const text = `${prefix}${formatJson(props)}`
    yield
    const known = schemas.find(text)
    if (known !== undefined) return (schema ??= known)
    const made = yield* resourceSchemaInSteps(props, schemaExtensions(prefix))
    return (schema ??= schemas.get(text, () => made))
  }
  return Object.assign(() => (schema ??= runAtOnce(inSteps())), { inSteps })
}

function ruleSource(index: number, { vocabulary, read }: CustomResourceOptions): RuleSource | undefined {
  const props = read().spec.versions[index]?.schema?.openAPIV3Schema
  return props === undefined ? undefined : { props, names: schemaExtensions(vocabulary.schemaExtensionPrefix) }
}

function embeddedReader(schema: () => ObjectSchema): () => CheckEmbedded | undefined {
  let found: { readonly check: CheckEmbedded | undefined } | undefined
  return () => (found ??= { check: embeddedObjectsOf(schema()) }).check
}

/** The columns of a kind; invalid columns count as none. */
function columnsOf(columns: readonly CustomResourceColumnDefinition[] = []): readonly Column[] {
  if (columns.length === 0) return customColumns()
  try {
    return customColumns(
      columns.map(({ description, type, format, ...column }) => ({
        ...column,
        type: type as Column['type'],
        ...(format === undefined ? {} : { format }),
        description: description ?? `Custom resource definition column (in JSONPath format): ${column.jsonPath}`,
      })),
    )
  } catch (error) {
    if (error instanceof TypeError) return metadataColumns
    throw error
  }
}

function selectable(paths: readonly (readonly string[])[]): Readonly<Record<string, (object: ApiObject) => string>> {
  const fields: Record<string, (object: ApiObject) => string> = Object.create(null)
  for (const steps of paths) {
    fields[steps.join('.')] = (object) => {
      const value = valueAt(object, steps)
      return value === undefined || value === null ? '' : String(value)
    }
  }
  return fields
}

function storedRevision(schema: () => ObjectSchema, since: bigint): StoredRevision {
  return {
    since,
    complete(object) {
      const fields = object as unknown as Record<string, unknown>
      compileDecoder(schema(), { goSemantics: false })(fields)
      compileDefaults(schema())(fields)
    },
    prune: (object) => void prune(object, schema()),
  }
}
