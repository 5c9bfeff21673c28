import { thenMaybe, type Awaitable, type Clock, type Logger, type Vocabulary } from '@pinnace/meta'
import type { Conversion, LiveRegistry } from '@pinnace/resources'
import type { SchemaCache } from '@pinnace/resources/custom-resource'
import type { Store } from '@pinnace/store'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import { CrdController } from './crd-controller.ts'
import type { CrdServer, OpenResources } from './crd-ports.ts'
import { CrdReflector } from './crd-reflector.ts'

/** Serves the custom resources of a server. */
export interface CustomResources extends Disposable {
  /** The groups that have CRDs. */
  groups(): Iterable<string>
  /** The served versions of a group, of CRDs that are established. */
  established(group: string): readonly string[]
  /** Waits until the custom resources of all stored CRDs are served; undefined if they already are. */
  catchUp(): Promise<void> | undefined
  /** The same over a fork of the store; synchronous if the store is in memory. */
  fork(changes: CustomResourcesFork): Awaitable<CustomResources>
}

/** The options that differ in a fork of a server. */
export interface CustomResourcesFork {
  readonly store: Store
  readonly registry: LiveRegistry
  readonly resources: OpenResources
  readonly server: CrdServer
  readonly logger: Logger
  /** Called with the group of every CRD that is created, changed or deleted. */
  readonly onGroup: (group: string) => void
}

/** Options for {@link createCustomResources}. */
export interface CustomResourcesOptions extends CustomResourcesFork {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly schemas: SchemaCache
  /** The conversion of a CRD; undefined if only apiVersion changes between versions. */
  readonly conversionOf: (crd: CustomResourceDefinition) => Conversion | undefined
}

/** Serves the CRDs of a store until it is disposed. Synchronous if the store is in memory. */
export function createCustomResources(options: CustomResourcesOptions): Awaitable<CustomResources> {
  return openCustomResources(options, undefined)
}

function openCustomResources(
  options: CustomResourcesOptions,
  resumeFrom: CrdReflector | undefined,
): Awaitable<CustomResources> {
  const { logger, onGroup } = options
  const onError = (err: unknown, message: string): void => logger.error({ err }, message)
  const reflector: CrdReflector = new CrdReflector(
    {
      ...options,
      onError,
      onChange(name, crd) {
        onGroup(crd?.spec.group ?? name.slice(name.indexOf('.') + 1))
        controller.changed(name, crd)
      },
    },
    resumeFrom,
  )
  const controller = new CrdController({ ...options, reflector, onError })
  const custom: CustomResources = {
    groups: () => reflector.groups(),
    established(group) {
      const versions = new Set<string>()
      for (const { summary, isEstablished } of reflector.ofGroup(group)) {
        if (!isEstablished) continue
        for (const { name, served } of summary.spec.versions) if (served) versions.add(name)
      }
      return [...versions]
    },
    catchUp: () => reflector.catchUp(),
    fork: (changes) => openCustomResources({ ...options, ...changes }, reflector),
    [Symbol.dispose]() {
      controller[Symbol.dispose]()
      reflector[Symbol.dispose]()
    },
  }
  return thenMaybe(reflector.start(), () => custom)
}
