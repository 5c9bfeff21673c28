import { cloneJson, notFound, type Mutable } from '@pinnace/meta'
import { createSchemaCache } from '@pinnace/resources/custom-resource'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import {
  createConversionWebhooks,
  createCustomResources,
  type CrdServer,
  type CustomResources,
  type CustomResourcesFork,
} from '../../custom-resources/index.ts'
import { removeCollection } from '../../write/deletion/delete-collection.ts'
import { defaultDeleteOptions } from '../../options/delete-options.ts'
import { defaultListOptions } from '../../options/list-options.ts'
import { defaultWriteOptions } from '../../options/write-options.ts'
import type { Draft } from '../../storage/draft.ts'
import { storageOf } from '../../storage/served-resource.ts'
import { servedOf } from '../../verbs/update-status.ts'
import type { VerbContext } from '../../verbs/verb-context.ts'
import { loopbackScope } from '../../request/loopback-scope.ts'
import { write } from '../../write/write.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Custom resources. Forks share compiled schemas and connections to conversion webhooks. */
export const customResources: CreateFacility = async (server, options) => {
  const { vocabulary, clock, random } = server
  const { resolveService } = options.admissionControl ?? {}
  const conversions = createConversionWebhooks({ vocabulary, clock, random, resolveService })
  const created = await createCustomResources({
    ...forkOptions(server),
    vocabulary,
    clock,
    schemas: createSchemaCache(),
    conversionOf: (crd) => conversions.of(crd),
  })
  return customResourcesFacility(created, () => conversions[Symbol.dispose]())
}

function customResourcesFacility(created: CustomResources, close: () => void): Facility {
  return {
    provides: { customResources: created },
    // A store that forks is in this process and synchronous.
    fork: (server) => customResourcesFacility(created.fork(forkOptions(server)) as CustomResources, close),
    dispose: () => created[Symbol.dispose](),
    close,
  }
}

function forkOptions(server: ServerState): CustomResourcesFork {
  const { store, registry, resources, logger } = server
  return {
    store,
    registry,
    resources,
    logger,
    onGroup: (group) => server.aggregation?.crdsChanged(group),
    server: createCrdServer(server),
  }
}

function createCrdServer(server: VerbContext): CrdServer {
  const crds = { group: server.vocabulary.group('apiextensions'), resource: 'customresourcedefinitions' }
  return {
    async updateCrd(name, edit) {
      const served = servedOf(server, crds)
      await write(server, loopbackScope(server, served, '', name), {
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
      const served = server.findDeclared(group, version, resource)
      if (served === undefined || served.definition.builtIn || served.definition.stored === undefined) return undefined
      const { store, prefix } = storageOf(served)
      return {
        store,
        prefix,
        async deleteAll() {
          await removeCollection(
            server,
            loopbackScope(server, served, '', ''),
            defaultListOptions,
            defaultDeleteOptions,
          )
        },
      }
    },
  }
}
