import {
  createReinvocation,
  type AdmissionAttributes,
  type AdmissionStep,
  type AnnotationLevel,
  type CalledWebhook,
  type Operation,
  type OperationOptions,
  type Reinvocation,
} from '@pinnace/admission'
import type { ApiObject, Awaitable, GroupVersionKind, GroupVersionResource, Mutable, UserInfo } from '@pinnace/meta'
import type { RequestScope } from './request-scope.ts'

/** The attributes of a request in addition to its scope. */
export interface AdmissionRequest {
  readonly operation: Operation
  /** The kind of a subresource's body. @default the kind of the resource */
  readonly kind?: GroupVersionKind | undefined
  readonly name: string
  readonly object: Mutable<ApiObject> | undefined
  readonly oldObject: ApiObject | undefined
  /** Created when a plugin reads them. */
  readonly options: () => OperationOptions | undefined
  readonly dryRun: boolean
}

/** The admission attributes of a request. */
export class RequestAttributes implements AdmissionAttributes {
  readonly operation: Operation
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly name: string
  readonly user: UserInfo
  readonly object: Mutable<ApiObject> | undefined
  readonly oldObject: ApiObject | undefined
  readonly dryRun: boolean
  readonly deadlineMs: number | undefined
  readonly reinvocation: Reinvocation = createReinvocation()
  readonly onStep: ((step: AdmissionStep) => void) | undefined
  readonly #scope: RequestScope
  readonly #options: () => OperationOptions | undefined

  constructor(scope: RequestScope, { operation, kind, name, object, oldObject, options, dryRun }: AdmissionRequest) {
    this.operation = operation
    this.kind = kind ?? scope.served.gvk
    this.resource = scope.served.gvr
    this.subresource = scope.subresource
    this.name = name
    this.user = scope.user
    this.object = object
    this.oldObject = oldObject
    this.dryRun = dryRun
    this.deadlineMs = scope.deadlineMs
    this.onStep = scope.trace === undefined ? scope.onAdmissionStep : scope.trace.observeAdmission(object, scope)
    this.#scope = scope
    this.#options = options
  }

  // upstream: endpoints/handlers/create.go – the namespace of a Namespace is its own name.
  get namespace(): string {
    const { group, resource } = this.resource
    return group === '' && resource === 'namespaces' ? this.name : this.#scope.namespace
  }

  get options(): OperationOptions | undefined {
    return this.#options()
  }

  get signal(): AbortSignal | undefined {
    return this.#scope.signal
  }

  get beforeWebhook(): ((webhook: CalledWebhook) => Awaitable<void>) | undefined {
    return this.#scope.beforeWebhook
  }

  warn(text: string): void {
    this.#scope.warn(text)
  }

  annotate(key: string, value: string, level: AnnotationLevel = 'Metadata'): void {
    this.#scope.auditContext?.annotate(key, value, level)
    this.#scope.trace?.annotate(key, value)
  }

  isAudited(level: AnnotationLevel): boolean {
    return this.#scope.trace !== undefined || (this.#scope.auditContext?.isAudited(level) ?? false)
  }
}
