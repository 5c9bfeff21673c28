import type { Controller } from '../controller.ts'
import { garbageCollectorName, GarbageCollector } from './garbage-collector.ts'

/** Deletes the dependents of deleted owners, and orphans them where the deletion asks for it. */
// upstream: pkg/controller/garbagecollector
export const garbageCollectorController: Controller = {
  name: garbageCollectorName,
  isDefault: true,
  start: (context) => new GarbageCollector(context),
}
