import { BoundedMap, type ApiObject } from '@pinnace/meta'
import { isAlwaysJson, storagePrefix, type Registry, type ResourceDefinition } from '@pinnace/resources'
import type { Encryption } from '@pinnace/store'
import type { FormOf } from './formed-store.ts'
import { fromBetaCrd, toBetaCrd } from './beta-crd.ts'
import { ProtobufForm } from './protobuf-form.ts'
import { StoredForm, type WrittenForm } from './stored-form.ts'

/** Options for {@link createStoredForms}. */
export interface StoredFormsOptions {
  /** Called when a key is looked up: the registry may not exist before. */
  readonly registry: () => Registry
  readonly normalize: (definition: ResourceDefinition, object: Record<string, unknown>) => ApiObject
  readonly encryption: Encryption | undefined
  /** How objects are written, where their resource does not say: CRDs, custom resources and APIServices are always JSON. */
  readonly written: WrittenForm
}

/** Resources whose forms are kept at hand; custom resources come and go. */
const maxKnownForms = 4096

/** Creates the forms of all resources, and finds the one of a key. */
export function createStoredForms({ registry, normalize, encryption, written }: StoredFormsOptions): FormOf {
  const known = new BoundedMap<string, StoredForm>({ maxEntries: maxKnownForms, evict: 'oldest' })
  const create = (definition: ResourceDefinition): StoredForm => {
    const { storage, group, version, hashedVersion = version } = definition
    const versions = { stored: `${group}/${hashedVersion}`, served: `${group}/${version}` }
    const isCrd = definition.kind === 'CustomResourceDefinition' && isAlwaysJson(definition)
    const members = isCrd ? { members: { toStored: toBetaCrd, toServed: fromBetaCrd } } : {}
    const renamed = hashedVersion === version ? undefined : { ...versions, ...members }
    return new StoredForm({
      written: (written === 'protobuf' || written === 'yaml') && isAlwaysJson(definition) ? 'json' : written,
      renamed,
      protobuf: new ProtobufForm({ versions: () => registry().versionsOf({ storage }), normalize, renamed }),
      transformer: () => encryption?.transformerOf(storage),
    })
  }
  const formAt = (prefix: string): StoredForm | undefined => {
    const form = known.get(prefix)
    if (form !== undefined) return form
    const definition = registry().all.find((one) => storagePrefix(one) === prefix)
    if (definition === undefined) return undefined
    const created = create(definition)
    known.set(prefix, created)
    return created
  }
  return (key) => {
    // `/registry/pods/`, or `/registry/services/specs/` and `/registry/example.dev/widgets/`.
    const place = key.indexOf('/', key.indexOf('/', 1) + 1) + 1
    const short = key.slice(0, place)
    return known.get(short) ?? formAt(key.slice(0, key.indexOf('/', place) + 1)) ?? formAt(short)
  }
}
