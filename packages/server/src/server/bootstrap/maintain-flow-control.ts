import { formatTime, type ApiObject } from '@pinnace/meta'
import type { FlowSchema, FlowSchemaCondition, PriorityLevelConfiguration } from '@pinnace/types/flowcontrol-v1'
import { defaultWriteOptions } from '../../options/write-options.ts'
import { loopbackScope } from '../../request/loopback-scope.ts'
import { ownedBody } from '../../request/raw-body.ts'
import { apply } from '../../verbs/apply.ts'
import type { ServerState } from '../facilities/server-state.ts'
import { danglingCondition } from './dangling-condition.ts'
import { flowSchemas, priorityLevels } from './flow-control-objects.ts'
import { flowControlConsumer, seedFlowControl } from './seed-objects.ts'

/** Deleted default objects return after that. */
// upstream: registry/flowcontrol/rest/storage_flowcontrol.go, the config producer runs every minute
const restoreMs = 60_000

/**
 * Maintains the objects of flow control: the `Dangling` condition of schemas whose level is missing, and default objects
 * that were deleted.
 */
// upstream: apiserver/pkg/util/flowcontrol/apf_controller.go, syncFlowSchemaStatus
export function createFlowControlMaintenance(
  server: ServerState,
): (schemas: readonly FlowSchema[], levels: readonly PriorityLevelConfiguration[]) => void {
  let isRestoring = false
  const restoreLater = (): void => {
    if (isRestoring) return
    isRestoring = true
    server.clock.after(restoreMs, () => {
      isRestoring = false
      void seedFlowControl(server).catch((err: unknown) => server.logger.warn({ err }, 'cannot restore flow control'))
    })
  }
  return (schemas, levels) => {
    const [schemaNames, levelNames] = [namesOf(schemas), namesOf(levels)]
    const isComplete =
      flowSchemas(server.vocabulary).every(({ name }) => schemaNames.has(name)) &&
      priorityLevels.every(({ name }) => levelNames.has(name))
    // The first request may come while the default objects are being created.
    if (!isComplete) restoreLater()
    for (const schema of schemas) updateDangling(server, schema, levelNames)
  }
}

function updateDangling(server: ServerState, schema: FlowSchema, levels: ReadonlySet<string>): void {
  const level = schema.spec?.priorityLevelConfiguration.name ?? ''
  const condition = danglingCondition(level, levels.has(level), formatTime(server.clock.now()))
  if (findDangling(schema)?.status === condition.status) return
  const served = server.findDeclared(server.vocabulary.group('flowcontrol.apiserver'), 'v1', 'flowschemas')
  if (served === undefined) return
  const name = schema.metadata.name ?? ''
  const scope = { ...loopbackScope(server, served, '', name), subresource: 'status' }
  const status = { conditions: [condition] }
  const body = ownedBody({ apiVersion: served.apiVersion, kind: served.gvk.kind, metadata: { name }, status })
  const options = { ...defaultWriteOptions, fieldManager: flowControlConsumer, force: true }
  const subresource = served.definition.subresources['status']
  if (subresource?.type !== 'object') return
  server.clock.soon(() => {
    apply(server, scope, { body, options, strategy: subresource.strategy }).catch((err: unknown) => {
      server.logger.debug({ err, flowSchema: name }, 'cannot update the condition Dangling')
    })
  })
}

function findDangling({ status }: FlowSchema): FlowSchemaCondition | undefined {
  return status?.conditions?.find(({ type }) => type === 'Dangling')
}

function namesOf(objects: readonly ApiObject[]): ReadonlySet<string> {
  return new Set(objects.map(({ metadata }) => metadata.name ?? ''))
}
