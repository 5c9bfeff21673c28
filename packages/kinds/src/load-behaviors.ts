import { typeName, type KindRow } from '@pinnace/types'
import type { BehaviorContext, BehaviorModule, KindBehavior } from './kind-behavior.ts'

/** What {@link loadBehaviors} finds. */
export interface LoadedBehaviors {
  /** By the name of the type. Kinds without an entry have the default behavior only. */
  readonly behaviors: ReadonlyMap<string, KindBehavior>
  /** Types of subresources that are none of the types of the kinds. */
  readonly subresourceTypes: readonly string[]
}

/** Modules of the kinds that every server has, by group. */
const serverModules: readonly string[] = ['apiextensions', 'apiregistration', 'core', 'rbac']

/** Modules of other kinds: by group, or of kinds of core/v1 that need much code. */
const otherModules: readonly string[] = [
  'admissionregistration',
  'apiserverinternal',
  'apps',
  'autoscaling',
  'batch',
  'certificates',
  'coordination',
  'discovery',
  'events',
  'flowcontrol',
  'networking',
  'node',
  'persistentVolumes',
  'pods',
  'policy',
  'quotas',
  'resource',
  'scheduling',
  'services',
  'storage',
  'storagemigration',
]

async function loadModules(names: ReadonlySet<string>): Promise<readonly BehaviorModule[]> {
  const wanted = (name: string): boolean => names.has(name)
  const loaded: Readonly<Record<string, BehaviorModule>>[] = []
  if (serverModules.some(wanted)) loaded.push(await import('./server-behaviors.ts'))
  if (otherModules.some(wanted)) loaded.push(await import('./other-behaviors.ts'))
  return loaded.flatMap((modules) =>
    Object.entries(modules).flatMap(([name, module]) => (wanted(name) ? [module] : [])),
  )
}

const modulesOfCoreKinds: Readonly<Record<string, string>> = {
  Binding: 'pods',
  Endpoints: 'services',
  LimitRange: 'quotas',
  PersistentVolume: 'persistentVolumes',
  PersistentVolumeClaim: 'persistentVolumes',
  Pod: 'pods',
  PodTemplate: 'pods',
  ReplicationController: 'pods',
  ResourceQuota: 'quotas',
  Service: 'services',
}

/** Imports the behavior of the given kinds; no pods for a server with kinds of its own only. */
export async function loadBehaviors(rows: readonly KindRow[], context: BehaviorContext): Promise<LoadedBehaviors> {
  const loaded = await loadModules(new Set(rows.map(moduleOf)))
  return {
    behaviors: new Map(loaded.flatMap(({ behaviors }) => Object.entries(behaviors(context)))),
    subresourceTypes: loaded.flatMap(({ subresourceTypes = [] }) => subresourceTypes),
  }
}

function moduleOf(row: KindRow): string {
  const group = typeName(row).split('.', 1).join()
  return (group === 'core' ? modulesOfCoreKinds[row.kind] : undefined) ?? group
}
