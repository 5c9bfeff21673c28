import type { Clock, GroupVersion } from '@pinnace/meta'
import type { LiveRegistry } from '@pinnace/resources'
import { conditionOf } from '@pinnace/resources/custom-resource'
import type { CustomResources } from '../custom-resources/custom-resources.ts'
import { definitionsOfGroup } from '../custom-resources/follow-definitions.ts'
import type { LocalRegistrations } from './local-registrations.ts'
import { registrationName } from './registration.ts'
import type { RegistrationIndex } from './registration-index.ts'

/** Options for {@link createOwnRegistrations}. */
export interface OwnRegistrationsOptions {
  readonly registry: LiveRegistry
  readonly customResources: CustomResources
  readonly index: RegistrationIndex
  readonly locals: LocalRegistrations
  readonly clock: Clock
  /** The group that is not registered: that of registrations themselves. */
  readonly ownGroup: string
  readonly signal: AbortSignal
  readonly onError: (error: unknown, what: string) => void
}

/** Keeps what a server serves itself registered. */
export interface OwnRegistrations {
  /** Once, when a new server starts. */
  start(): Promise<void>
  /** The definitions of a group have changed. */
  definitionsChanged(group: string): void
}

/** Works in the background, one group after the other, but for the start. */
// upstream: controller/crdregistration/crdregistration_controller.go
export function createOwnRegistrations(options: OwnRegistrationsOptions): OwnRegistrations {
  const { registry, customResources, index, locals, clock, ownGroup, signal, onError } = options
  // What comes with definitions has a revision from which on objects are what their schema says.
  const fixed = registry.groups.flatMap(({ group, versions }) =>
    versions
      .filter(({ resources }) => group !== ownGroup && resources.some(({ stored }) => stored === undefined))
      .map(({ version }): GroupVersion => ({ group, version })),
  )
  const fixedNames = new Set(fixed.map(registrationName))
  const defined = (group: string): readonly GroupVersion[] => {
    const versions = definitionsOfGroup(customResources.follower, group)
      .filter((definition) => conditionOf(definition, 'Established')?.status === 'True')
      .flatMap(({ spec }) => spec.versions.filter(({ served }) => served).map(({ name }) => name))
    return [...new Set(versions)]
      .map((version): GroupVersion => ({ group, version }))
      .filter((of) => !fixedNames.has(registrationName(of)))
  }
  // As many as there are groups.
  const changed = new Set<string>()
  let isWorking = false
  const work = async (): Promise<void> => {
    for (const group of changed) {
      changed.delete(group)
      if (signal.aborted) return
      try {
        await locals.sync(group, defined(group))
      } catch (error) {
        if (!signal.aborted) onError(error, `what definitions of ${group} bring could not be registered`)
      }
    }
  }
  return {
    async start() {
      await locals.start(fixed)
      const groups = new Set<string>()
      for (const { management, group } of index.all.values()) if (management === 'true') groups.add(group)
      for (const { summary } of customResources.follower.definitions.values()) groups.add(summary.spec.group)
      for (const group of groups) await locals.sync(group, defined(group))
    },
    definitionsChanged(group) {
      changed.add(group)
      if (isWorking || signal.aborted) return
      isWorking = true
      // After the write that brought it has been answered.
      clock.soon(() => void work().finally(() => (isWorking = false)))
    },
  }
}
