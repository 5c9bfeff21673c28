import { thenMaybe, type Awaitable, type Clock, type Vocabulary } from '@pinnace/meta'
import { storagePrefix, type Conversion, type LiveRegistry } from '@pinnace/resources'
import { conditionOf, toCustomResources, wantsNames, type SchemaCache } from '@pinnace/resources/custom-resource'
import type { Store, StoreEntry } from '@pinnace/store'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import { startStoreReflector, type ReflectedState, type StoreReflector } from '@pinnace/watch-cache'
import type { OpenResources } from './crd-ports.ts'
import { fingerprintOf, haveSameSelectors, haveSameSpec, readCrd, summarizeCrd } from './crd-summary.ts'

/** Options for {@link CrdReflector}. */
export interface CrdReflectorOptions {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly registry: LiveRegistry
  readonly resources: OpenResources
  readonly schemas: SchemaCache
  /** The conversion of a CRD; undefined if only apiVersion changes between versions. */
  readonly conversionOf: (crd: CustomResourceDefinition) => Conversion | undefined
  /** Called when a CRD is created, changed or deleted; `crd` has no schemas. */
  readonly onChange: (name: string, crd: CustomResourceDefinition | undefined) => void
  readonly onError: (error: unknown, message: string) => void
}

/** A CRD as the reflector keeps it. */
export interface KnownCrd {
  /** The CRD without its schemas. */
  readonly summary: CustomResourceDefinition
  /** Changes whenever what is served for the CRD has to change. */
  readonly fingerprint: string
  /** The revision since which stored objects match the spec; 0 if they always have. */
  readonly since: bigint
  readonly isEstablished: boolean
}

/** Lists and watches CRDs, and registers the resources of those that are established. */
export class CrdReflector implements Disposable {
  readonly #options: CrdReflectorOptions
  readonly #crds: Map<string, KnownCrd>
  readonly #groups = new Map<string, Map<string, KnownCrd>>()
  /** The CRDs that are not being deleted and have not the names of their spec, with their groups. */
  readonly #nameless = new Map<string, string>()
  #resumeFrom: ReflectedState | undefined
  #reflector: StoreReflector | undefined

  /** A fork resumes from the reflector of the server it is a fork of. */
  constructor(options: CrdReflectorOptions, resumeFrom?: CrdReflector) {
    this.#options = options
    this.#resumeFrom = resumeFrom === undefined ? undefined : resumeFrom.#reflector
    this.#crds = new Map(resumeFrom?.crds)
    for (const [name, known] of this.#crds) this.#index(name, known)
  }

  /** By name. */
  get crds(): ReadonlyMap<string, KnownCrd> {
    return this.#crds
  }

  /** The CRDs of a group. */
  ofGroup(group: string): Iterable<KnownCrd> {
    return this.#groups.get(group)?.values() ?? []
  }

  /** The groups that have CRDs. */
  groups(): Iterable<string> {
    return this.#groups.keys()
  }

  /** The names of the CRDs of a group that have not all the names they ask for. */
  namelessOf(group: string): readonly string[] {
    return [...this.#nameless].filter(([, of]) => of === group).map(([name]) => name)
  }

  /** Waits until all CRDs that are stored now are known; undefined if they already are. */
  catchUp(): Promise<void> | undefined {
    return this.#reflector?.catchUp()
  }

  /** Registers the stored CRDs and follows every change. Synchronous if the store is in memory. */
  start(): Awaitable<void> {
    const { store, clock, vocabulary, onChange, onError } = this.#options
    for (const [name, { summary }] of this.#crds) {
      if (summary.metadata.deletionTimestamp !== undefined) onChange(name, summary)
    }
    const group = vocabulary.group('apiextensions')
    const resumeFrom = this.#resumeFrom
    this.#resumeFrom = undefined
    const reflector = startStoreReflector({
      store,
      clock,
      prefix: storagePrefix({ builtIn: true, storage: { group, resource: 'customresourcedefinitions' } }),
      onPut: (name, entry, isInitial) => this.#put(name, entry, isInitial),
      onDelete: (name) => this.#delete(name),
      onError: (error, name) =>
        onError(error, name === undefined ? 'CRDs could not be listed' : `CRD ${name} could not be served`),
      ...(resumeFrom === undefined ? {} : { resumeFrom }),
    })
    return thenMaybe(reflector, (started) => {
      this.#reflector = started
    })
  }

  [Symbol.dispose](): void {
    this.#reflector?.[Symbol.dispose]()
  }

  #put(name: string, entry: StoreEntry, isInitial: boolean): void {
    const crd = readCrd(entry)
    const before = this.#crds.get(name)
    const known: KnownCrd = {
      summary: summarizeCrd(crd),
      fingerprint: fingerprintOf(crd),
      since: sinceOf(crd, entry, before),
      isEstablished: isEstablished(crd),
    }
    this.#crds.set(name, known)
    this.#index(name, known)
    if (before?.fingerprint !== known.fingerprint) {
      if (known.isEstablished) this.#serve(name, crd, { entry, since: known.since, before })
      else if (before !== undefined) this.#stopServing(name, before)
    }
    // An established CRD of the first list needs nothing.
    if (!isInitial || !known.isEstablished || crd.metadata.deletionTimestamp !== undefined) {
      this.#options.onChange(name, known.summary)
    }
  }

  #delete(name: string): void {
    const before = this.#crds.get(name)
    if (before === undefined) return
    this.#crds.delete(name)
    this.#unindex(name, before.summary)
    this.#stopServing(name, before)
    this.#options.onChange(name, undefined)
  }

  // The group of a CRD cannot change: it is a part of its name.
  #index(name: string, known: KnownCrd): void {
    const { summary } = known
    const { group } = summary.spec
    const ofGroup = this.#groups.get(group)
    if (ofGroup === undefined) this.#groups.set(group, new Map([[name, known]]))
    else ofGroup.set(name, known)
    if (summary.metadata.deletionTimestamp === undefined && wantsNames(summary)) this.#nameless.set(name, group)
    else this.#nameless.delete(name)
  }

  #unindex(name: string, { spec: { group } }: CustomResourceDefinition): void {
    const ofGroup = this.#groups.get(group)
    ofGroup?.delete(name)
    if (ofGroup?.size === 0) this.#groups.delete(group)
    this.#nameless.delete(name)
  }

  #serve(name: string, crd: CustomResourceDefinition, { entry, since, before }: ServedFrom): void {
    const { vocabulary, schemas, registry, resources, conversionOf, onError } = this.#options
    const conversion = conversionOf(crd)
    const definitions = toCustomResources(crd, {
      vocabulary,
      schemas,
      since,
      read: () => readCrd(entry),
      ...(conversion === undefined ? {} : { conversion }),
    })
    for (const { group, version, resource } of registry.set(name, definitions)) {
      onError(undefined, `${resource} of ${group}/${version} are served already, and not as CRD ${name} declares`)
    }
    const [definition] = definitions
    if (definition === undefined || before === undefined || haveSameSpec(before.summary, crd)) return
    resources.renew(definition, !haveSameSelectors(before.summary, crd))
  }

  #stopServing(name: string, { summary }: KnownCrd): void {
    const { registry, resources } = this.#options
    const { group, names } = summary.spec
    registry.remove(name)
    resources.drop({ group, resource: summary.status?.acceptedNames?.plural ?? names.plural })
  }
}

interface ServedFrom {
  readonly entry: StoreEntry
  readonly since: bigint
  readonly before: KnownCrd | undefined
}

function sinceOf(crd: CustomResourceDefinition, { modRevision }: StoreEntry, before: KnownCrd | undefined): bigint {
  if (before !== undefined && haveSameSpec(before.summary, crd)) return before.since
  return (crd.metadata.generation ?? 1) === 1 ? 0n : modRevision
}

function isEstablished(crd: CustomResourceDefinition): boolean {
  return conditionOf(crd, 'Established')?.status === 'True'
}
