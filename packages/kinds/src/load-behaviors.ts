import { typeName, type KindRow } from '@pinnace/types'
import type { BehaviorContext, BehaviorModule, KindBehavior } from './kind-behavior.ts'

/** What {@link loadBehaviors} finds. */
export interface LoadedBehaviors {
  /** By the name of the type. Kinds without an entry have structural behavior only. */
  readonly behaviors: ReadonlyMap<string, KindBehavior>
  /** Types of subresources that are none of the types of the kinds. */
  readonly subresourceTypes: readonly string[]
}

/** Where the behavior of kinds is: a module for a group, or for kinds of core/v1 that need much code. */
const modules: Readonly<Record<string, () => Promise<BehaviorModule>>> = {
  admissionregistration: () => import('./admissionregistration/behaviors.ts'),
  apiextensions: () => import('./apiextensions/behaviors.ts'),
  apiregistration: () => import('./apiregistration/behaviors.ts'),
  apps: () => import('./apps/behaviors.ts'),
  autoscaling: () => import('./autoscaling/behaviors.ts'),
  batch: () => import('./batch/behaviors.ts'),
  certificates: () => import('./certificates/behaviors.ts'),
  coordination: () => import('./coordination/behaviors.ts'),
  core: () => import('./core/behaviors.ts'),
  discovery: () => import('./discovery/behaviors.ts'),
  events: () => import('./events/behaviors.ts'),
  flowcontrol: () => import('./flowcontrol/behaviors.ts'),
  networking: () => import('./networking/behaviors.ts'),
  node: () => import('./node/behaviors.ts'),
  'persistent-volumes': () => import('./core/persistent-volumes/behaviors.ts'),
  pods: () => import('./core/pods/behaviors.ts'),
  policy: () => import('./policy/behaviors.ts'),
  quotas: () => import('./core/quota-behaviors.ts'),
  rbac: () => import('./rbac/behaviors.ts'),
  resource: () => import('./resource/behaviors.ts'),
  scheduling: () => import('./scheduling/behaviors.ts'),
  services: () => import('./core/service/behaviors.ts'),
  storage: () => import('./storage/behaviors.ts'),
}

const modulesOfCoreKinds: Readonly<Record<string, string>> = {
  Binding: 'pods',
  Endpoints: 'services',
  LimitRange: 'quotas',
  PersistentVolume: 'persistent-volumes',
  PersistentVolumeClaim: 'persistent-volumes',
  Pod: 'pods',
  PodTemplate: 'pods',
  ReplicationController: 'pods',
  ResourceQuota: 'quotas',
  Service: 'services',
}

/** Imports the modules of the given kinds, and no other. */
export async function loadBehaviors(rows: readonly KindRow[], context: BehaviorContext): Promise<LoadedBehaviors> {
  const names = new Set(rows.map(moduleOf))
  const loaded = await Promise.all([...names].flatMap((name) => modules[name]?.() ?? []))
  return {
    behaviors: new Map(loaded.flatMap(({ behaviors }) => Object.entries(behaviors(context)))),
    subresourceTypes: loaded.flatMap(({ subresourceTypes = [] }) => subresourceTypes),
  }
}

function moduleOf(row: KindRow): string {
  const group = typeName(row).split('.', 1).join()
  return (group === 'core' ? modulesOfCoreKinds[row.kind] : undefined) ?? group
}
