import { isEqualJson, type GroupVersion, type Vocabulary } from '@pinnace/meta'
import type { APIServiceSpec } from '@pinnace/types/apiregistration-v1'
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
        await this.#put(groupVersion, management, priority)
      }
    }
    const unwanted = [...apiServices.values()].filter((info) => isManaged(info) && !wanted.has(info.name))
    for (const { name } of unwanted) await objects.deleteApiService(name)
  }

  async #put(groupVersion: GroupVersion, management: NonNullable<Management>, priority: Priority): Promise<void> {
    const { objects, vocabulary } = this.#options
    const { group, version } = groupVersion
    const name = apiServiceName(groupVersion)
    const spec: APIServiceSpec = {
      ...(group === '' ? {} : { group }),
      version,
      groupPriorityMinimum: priority.group,
      versionPriority: priority.version,
    }
    await objects.putApiService(name, (live) => {
      if (live !== undefined) return isEqualJson(live.spec, spec) ? live : { ...live, spec }
      return {
        apiVersion: `${vocabulary.group('apiregistration')}/v1`,
        kind: 'APIService',
        metadata: { name, labels: { [automanagedLabel(vocabulary)]: management } },
        spec,
      }
    })
  }
}

function isUpToDate({ target, groupPriority, versionPriority }: ApiServiceInfo, priority: Priority): boolean {
  return target === undefined && groupPriority === priority.group && versionPriority === priority.version
}
