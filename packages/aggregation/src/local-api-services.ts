import { localAvailability, setAvailability } from '@pinnace/kinds'
import { BoundedMap, isEqualJson, type GroupVersion, type Mutable, type Vocabulary } from '@pinnace/meta'
import type { APIService, APIServiceSpec } from '@pinnace/types/apiregistration-v1'
import type { ApiObjects } from './api-objects.ts'
import { apiServiceName, automanagedLabel, type ApiServiceInfo, type Management } from './api-service-info.ts'
import type { Priority } from './group-priorities.ts'

/** Options for {@link LocalApiServices}. */
export interface LocalApiServicesOptions {
  readonly objects: ApiObjects
  readonly vocabulary: Vocabulary
  /** All APIServices, by name. */
  readonly apiServices: ReadonlyMap<string, ApiServiceInfo>
  readonly priorityOf: (groupVersion: GroupVersion) => Priority
}

/** Creates, updates and deletes the APIServices of what this server serves itself. Those of clients are left alone. */
// upstream: aggregator/pkg/controllers/autoregister/autoregister_controller.go
export class LocalApiServices {
  readonly #options: LocalApiServicesOptions

  constructor(options: LocalApiServicesOptions) {
    this.#options = options
  }

  /** At the start of a server: creates the APIServices of these versions, and deletes those of an earlier start. */
  start(served: readonly GroupVersion[]): Promise<void> {
    return this.#sync(served, 'onstart', ({ management }) => management === 'onstart')
  }

  /** Makes the APIServices of a group with CRDs match the versions it serves. */
  syncGroup(group: string, served: readonly GroupVersion[]): Promise<void> {
    return this.#sync(served, 'true', (info) => info.group === group && info.management === 'true')
  }

  async #sync(
    served: readonly GroupVersion[],
    management: NonNullable<Management>,
    isManaged: (info: ApiServiceInfo) => boolean,
  ): Promise<void> {
    const { apiServices, priorityOf, objects } = this.#options
    const wanted = new Map(served.map((groupVersion) => [apiServiceName(groupVersion), groupVersion]))
    for (const [name, groupVersion] of wanted) {
      const info = apiServices.get(name)
      const priority = priorityOf(groupVersion)
      if (info === undefined || (isManaged(info) && !isUpToDate(info, priority))) {
        await this.#put(groupVersion, { management, priority, isNew: info === undefined })
      }
    }
    const unwanted = [...apiServices.values()].filter((info) => isManaged(info) && !wanted.has(info.name))
    for (const { name } of unwanted) await objects.deleteApiService(name)
  }

  async #put(groupVersion: GroupVersion, { management, priority, isNew }: Registration): Promise<void> {
    const { objects, vocabulary } = this.#options
    const { group, version } = groupVersion
    const name = apiServiceName(groupVersion)
    const spec: APIServiceSpec = {
      ...(group === '' ? {} : { group }),
      version,
      groupPriorityMinimum: priority.group,
      versionPriority: priority.version,
    }
    const created = (): Mutable<APIService> => ({
      apiVersion: `${vocabulary.group('apiregistration')}/v1`,
      kind: 'APIService',
      metadata: { name, labels: { [automanagedLabel(vocabulary)]: management } },
      spec,
    })
    if (isNew) {
      const build = (time: string): APIService => {
        const local = created()
        setAvailability(local, localAvailability, time)
        return local
      }
      const sharedBy = sharedObject(vocabulary, [name, management, priority.group, priority.version].join())
      if (await objects.createApiService(name, { build, sharedBy })) return
    }
    await objects.putApiService(name, (live) =>
      live === undefined ? created() : isEqualJson(live.spec, spec) ? live : { ...live, spec },
    )
  }
}

// The built-in group versions, and some of hosts and CRDs.
const maxShared = 256

const shared = new WeakMap<Vocabulary, BoundedMap<string, object>>()

/** What stands for the APIService of all servers of a process that spell and register it like this. */
function sharedObject(vocabulary: Vocabulary, registration: string): object {
  let known = shared.get(vocabulary)
  if (known === undefined) shared.set(vocabulary, (known = new BoundedMap({ maxEntries: maxShared })))
  let object = known.get(registration)
  if (object === undefined) known.set(registration, (object = {}))
  return object
}

/** How a version is registered. */
interface Registration {
  readonly management: NonNullable<Management>
  readonly priority: Priority
  /** There is no APIService of its name. */
  readonly isNew: boolean
}

function isUpToDate({ target, groupPriority, versionPriority }: ApiServiceInfo, priority: Priority): boolean {
  return target === undefined && groupPriority === priority.group && versionPriority === priority.version
}
