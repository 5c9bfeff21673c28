import type { ApiObject, Mutable, Vocabulary } from '@pinnace/meta'
import type { APIService } from '@pinnace/types/apiregistration-v1'
import type { ConfigMap, Service } from '@pinnace/types/core-v1'
import type { EndpointSlice } from '@pinnace/types/discovery-v1'
import type { CreatedObject, LoopbackObjects, ObjectTarget } from './aggregation-ports.ts'

/** The four kinds of objects that aggregation reads and writes. */
export class ApiObjects {
  readonly #objects: LoopbackObjects
  readonly #vocabulary: Vocabulary

  constructor(objects: LoopbackObjects, vocabulary: Vocabulary) {
    this.#objects = objects
    this.#vocabulary = vocabulary
  }

  async service(namespace: string, name: string): Promise<Service | undefined> {
    const target = { resource: { group: '', resource: 'services' }, namespace, name }
    return (await this.#objects.get(target)) as Service | undefined
  }

  /** The endpoint slices of a service. */
  async endpointSlices(namespace: string, service: string): Promise<readonly EndpointSlice[]> {
    const resource = { group: this.#vocabulary.group('discovery'), resource: 'endpointslices' }
    const selector = `${this.#vocabulary.labelDomain}/service-name=${service}`
    const slices: readonly ApiObject[] = await this.#objects.list(resource, namespace, selector)
    return slices as readonly EndpointSlice[]
  }

  async apiService(name: string): Promise<APIService | undefined> {
    return (await this.#objects.get(this.#apiServiceTarget(name))) as APIService | undefined
  }

  /** Creates an APIService of the server itself; false if there is one of its name. */
  createApiService(name: string, created: CreatedObject): Promise<boolean> {
    return this.#objects.create(this.#apiServiceTarget(name), created)
  }

  async putApiService(name: string, change: (live: Mutable<APIService> | undefined) => APIService): Promise<void> {
    await this.#objects.put(this.#apiServiceTarget(name), (live) => change(live as Mutable<APIService> | undefined))
  }

  async updateApiServiceStatus(name: string, change: (next: Mutable<APIService>) => void): Promise<void> {
    await this.#objects.updateStatus(this.#apiServiceTarget(name), (next) => change(next as Mutable<APIService>))
  }

  async deleteApiService(name: string): Promise<void> {
    await this.#objects.delete(this.#apiServiceTarget(name))
  }

  async putConfigMap(
    namespace: string,
    name: string,
    change: (live: Mutable<ConfigMap> | undefined) => ConfigMap,
  ): Promise<void> {
    const target = { resource: { group: '', resource: 'configmaps' }, namespace, name }
    await this.#objects.put(target, (live) => change(live as Mutable<ConfigMap> | undefined))
  }

  #apiServiceTarget(name: string): ObjectTarget {
    const resource = { group: this.#vocabulary.group('apiregistration'), resource: 'apiservices' }
    return { resource, namespace: '', name }
  }
}
