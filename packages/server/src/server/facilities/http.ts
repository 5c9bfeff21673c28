import { createNonResourceHandlers } from '../../http/create-non-resource-handlers.ts'
import { ListBodies } from '../../http/list-bodies.ts'
import { ProtobufForms } from '../../http/protobuf-forms.ts'
import { createNegotiators } from '../../http/representation.ts'
import { TableCells } from '../../http/table-cells.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Bytes; enough for a list of 15,000 pods. */
const listBodiesLimitBytes = 32 * 1024 * 1024

/** Bytes of messages and of the JSON beside them; enough for 13,000 pods. */
const protobufFormsLimitBytes = 64 * 1024 * 1024

/** Bytes of messages of metadata and of the JSON beside them; enough for 20,000 pods. */
const metadataFormsLimitBytes = 64 * 1024 * 1024

/** Bytes; enough for the cells of 20,000 pods. */
const tableCellsLimitBytes = 32 * 1024 * 1024

/** Content negotiation, the list cache, and the non-resource paths. */
export const http: CreateFacility = (server) => httpFacility(server)

function httpFacility(server: ServerState): Facility {
  const { vocabulary, clock, metrics, features, registry, health, healthMetrics, issuerDiscovery, aggregation } = server
  const { externalAddress, flowControl, peers } = server
  return {
    provides: {
      compresses: features.isEnabled('APIResponseCompression'),
      negotiators: createNegotiators({ vocabulary }),
      listBodies: new ListBodies(listBodiesLimitBytes),
      protobufForms: new ProtobufForms(protobufFormsLimitBytes),
      metadataForms: new ProtobufForms(metadataFormsLimitBytes),
      tableCells: new TableCells(tableCellsLimitBytes),
      nonResource: createNonResourceHandlers({
        vocabulary,
        clock,
        registry: () => registry.current,
        health,
        healthMetrics,
        metrics,
        flowControl,
        issuerDiscovery,
        serverAddress: () => externalAddress.current,
        aggregation,
        peers,
        emulation: server.emulation,
      }),
    },
    fork: httpFacility,
  }
}
