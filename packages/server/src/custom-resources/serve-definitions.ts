import type { Awaitable, Clock, Logger, Vocabulary } from '@pinnace/meta'
import type { LiveRegistry } from '@pinnace/resources'
import type { SchemaCache } from '@pinnace/resources/custom-resource'
import type { Store } from '@pinnace/store'
import type { ServerCore } from '../core.ts'
import type { ServedResources } from '../served-resources.ts'
import type { ConversionWebhooks } from './conversion-webhooks.ts'
import { createCustomResources, type CustomResources } from './custom-resources.ts'

/** What definitions are served with; forks share it. */
export interface DefinitionTools {
  readonly schemas: SchemaCache
  readonly conversions: ConversionWebhooks
  readonly logger: Logger
}

/** ServerComponents of a server that definitions change. */
export interface DefinitionParts {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly registry: LiveRegistry
  readonly resources: ServedResources
  readonly definitionTools: DefinitionTools
  /** Told of the group of every definition that has come, changed or gone. */
  readonly onGroup: (group: string) => void
}

/** Serves the definitions of a server's store; `known` are those of the server it is a fork of. */
export function serveDefinitions(
  { definitionTools, ...parts }: DefinitionParts,
  core: () => ServerCore,
  known?: CustomResources,
): Awaitable<CustomResources> {
  const { schemas, conversions, logger } = definitionTools
  const { store, vocabulary, clock, registry, resources, onGroup } = parts
  return createCustomResources({
    store,
    vocabulary,
    clock,
    registry,
    resources,
    schemas,
    core,
    conversionOf: (definition) => conversions.of(definition),
    onError: (err, what) => logger.error({ err }, what),
    onGroup,
    ...(known === undefined ? {} : { known }),
  })
}
