import type { Controller } from './controller.ts'
import { garbageCollectorController } from './garbage-collector/garbage-collector-controller.ts'
import { namespaceController, type NamespaceControllerOptions } from './namespace/namespace-controller.ts'
import { rootCaController } from './root-ca/root-ca-controller.ts'
import { serviceAccountController } from './service-account/service-account-controller.ts'

/** What the built-in controllers are told. */
export interface BuiltInControllersOptions extends NamespaceControllerOptions {
  /** PEM of the authority that clients check the server by; without it no namespace is given one. */
  readonly rootCa?: string
}

/** Every controller that comes with the library, in the order they begin. */
// upstream: cmd/kube-controller-manager/names
export function builtInControllers(options: BuiltInControllersOptions): readonly Controller[] {
  return [serviceAccountController, rootCaController(options), namespaceController(options), garbageCollectorController]
}
