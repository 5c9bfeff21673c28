import { cloneJson, isEqualJson, StatusError, type ApiObject, type GroupVersion, type Mutable } from '@pinnace/meta'
import type { APIService, APIServiceSpec } from '@pinnace/types/apiregistration-v1'
import type { ServerCore } from '../core.ts'
import { defaultDeleteOptions } from '../deletion/delete-options.ts'
import { defaultWriteOptions } from '../options/write-options.ts'
import { loopbackScope } from '../write/loopback-scope.ts'
import type { Draft, ServedResource } from '../served-resource.ts'
import { remove } from '../deletion/delete.ts'
import { write } from '../write/write.ts'
import type { Priority } from './group-priorities.ts'
import { managementLabel, registrationName, type Management, type Registration } from './registration.ts'

/** Options for {@link createLocalRegistrations}. */
export interface LocalRegistrationsOptions {
  readonly core: () => ServerCore
  readonly registrations: ReadonlyMap<string, Registration>
  readonly priorityOf: (of: GroupVersion) => Priority
}

/** Registers what a server serves itself. */
export interface LocalRegistrations {
  /**
   * Once, when the server starts: registers these versions, and takes back those that were registered at an earlier
   * start and are served no more. What others have registered stays as it is.
   */
  start(served: readonly GroupVersion[]): Promise<void>
  /** Whenever the versions have changed that definitions bring to a group. */
  sync(group: string, served: readonly GroupVersion[]): Promise<void>
}

// upstream: aggregator/pkg/controllers/autoregister/autoregister_controller.go
/** Writes in the server's own name: nobody is asked whether it may. */
export function createLocalRegistrations(options: LocalRegistrationsOptions): LocalRegistrations {
  const { core, registrations, priorityOf } = options
  const settle = async (
    served: readonly GroupVersion[],
    management: NonNullable<Management>,
    isOurs: (registration: Registration) => boolean,
  ): Promise<void> => {
    const wanted = new Map(served.map((of) => [registrationName(of), of]))
    for (const [name, of] of wanted) {
      const known = registrations.get(name)
      const priority = priorityOf(of)
      if (known === undefined || (isOurs(known) && !says(known, priority))) {
        await register(core(), of, management, priority)
      }
    }
    const leftOver = [...registrations.values()].filter((known) => isOurs(known) && !wanted.has(known.name))
    for (const { name } of leftOver) await unregister(core(), name)
  }
  return {
    start: (served) => settle(served, 'onstart', ({ management }) => management === 'onstart'),
    sync: (group, served) => settle(served, 'true', (known) => known.group === group && known.management === 'true'),
  }
}

function says({ target, groupPriority, versionPriority }: Registration, priority: Priority): boolean {
  return target === undefined && groupPriority === priority.group && versionPriority === priority.version
}

async function register(
  core: ServerCore,
  of: GroupVersion,
  management: NonNullable<Management>,
  priority: Priority,
): Promise<void> {
  const { vocabulary } = core
  const name = registrationName(of)
  const spec: APIServiceSpec = {
    ...(of.group === '' ? {} : { group: of.group }),
    version: of.version,
    groupPriorityMinimum: priority.group,
    versionPriority: priority.version,
  }
  const served = servedRegistrations(core)
  await write(core, loopbackScope(served, '', name), {
    propose(live: ApiObject | undefined) {
      if (live === undefined) {
        const labels = { [managementLabel(vocabulary)]: management }
        return {
          apiVersion: served.apiVersion,
          kind: served.gvk.kind,
          metadata: { name, labels },
          spec,
        } as unknown as Draft
      }
      const next = cloneJson(live) as Mutable<APIService>
      if (!isEqualJson(next.spec, spec)) next.spec = { ...spec }
      return next as unknown as Draft
    },
    strategy: served.definition.strategy,
    options: defaultWriteOptions,
    retry: true,
    ownership: { type: 'untracked' },
    admission: 'none',
  })
}

async function unregister(core: ServerCore, name: string): Promise<void> {
  try {
    await remove(core, loopbackScope(servedRegistrations(core), '', name), defaultDeleteOptions, 'none')
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
  }
}

function servedRegistrations(core: ServerCore): ServedResource {
  return core.findDeclared(core.vocabulary.group('apiregistration'), 'v1', 'apiservices')!
}
