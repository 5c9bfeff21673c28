import {
  cloneJson,
  notFound,
  type Awaitable,
  type Clock,
  type Logger,
  type Mutable,
  type Vocabulary,
} from '@pinnace/meta'
import type { LiveRegistry } from '@pinnace/resources'
import type { SchemaCache } from '@pinnace/resources/custom-resource'
import type { Store } from '@pinnace/store'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import {
  createCustomResources,
  type ConversionWebhooks,
  type CrdServer,
  type CustomResources,
  type CustomResourcesFork,
} from './custom-resources/index.ts'
import { defaultDeleteOptions } from './deletion/delete-options.ts'
import { removeCollection } from './deletion/delete-collection.ts'
import { defaultListOptions } from './options/list-options.ts'
import { defaultWriteOptions } from './options/write-options.ts'
import type { Draft } from './draft.ts'
import { storageOf } from './served-resource.ts'
import type { ServedResources } from './served-resources.ts'
import { servedOf } from './verbs/update-status.ts'
import type { VerbContext } from './verbs/verb-context.ts'
import { loopbackScope } from './write/loopback-scope.ts'
import { write } from './write/write.ts'

/** What CRDs are served with; shared by forks. */
export interface CustomResourceTools {
  readonly schemas: SchemaCache
  readonly conversions: ConversionWebhooks
  readonly logger: Logger
}

/** What the custom resources of a server are created from. */
export interface CustomResourceComponents extends CustomResourceForkComponents {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly customResourceTools: CustomResourceTools
}

/** What differs in a fork of a server. */
export interface CustomResourceForkComponents {
  readonly store: Store
  readonly registry: LiveRegistry
  readonly resources: ServedResources
  /** Called with the group of every CRD that is created, changed or deleted. */
  readonly onGroup: (group: string) => void
}

/** Starts to serve the CRDs of a server. `server` is called once the server has been created. */
export function startCustomResources(
  components: CustomResourceComponents,
  server: () => VerbContext,
): Awaitable<CustomResources> {
  const { vocabulary, clock, customResourceTools } = components
  const { schemas, conversions, logger } = customResourceTools
  return createCustomResources({
    ...customResourcesForkOf(components, vocabulary, server),
    vocabulary,
    clock,
    schemas,
    logger,
    conversionOf: (crd) => conversions.of(crd),
  })
}

/** What differs in the custom resources of a fork. */
export function customResourcesForkOf(
  { store, registry, resources, onGroup }: CustomResourceForkComponents,
  vocabulary: Vocabulary,
  server: () => VerbContext,
): CustomResourcesFork {
  return { store, registry, resources, onGroup, server: createCrdServer(vocabulary, server) }
}

function createCrdServer(vocabulary: Vocabulary, server: () => VerbContext): CrdServer {
  const crds = { group: vocabulary.group('apiextensions'), resource: 'customresourcedefinitions' }
  return {
    async updateCrd(name, edit) {
      const served = servedOf(server(), crds)
      await write(server(), loopbackScope(served, '', name), {
        propose(live) {
          if (live === undefined) throw notFound(served.gvr, name)
          const next = cloneJson(live)
          edit(next as Mutable<CustomResourceDefinition>)
          return next as Draft
        },
        strategy: {},
        options: defaultWriteOptions,
        retry: true,
        ownership: { type: 'untracked' },
        admission: 'none',
      })
    },
    findObjects({ group, version, resource }) {
      const served = server().findDeclared(group, version, resource)
      if (served === undefined || served.definition.builtIn || served.definition.stored === undefined) return undefined
      const { store, prefix } = storageOf(served)
      return {
        store,
        prefix,
        async deleteAll() {
          await removeCollection(server(), loopbackScope(served, '', ''), defaultListOptions, defaultDeleteOptions)
        },
      }
    },
  }
}
