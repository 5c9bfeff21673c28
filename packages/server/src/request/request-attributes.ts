import {
  createReinvocation,
  type AdmissionAttributes,
  type AnnotationLevel,
  type Operation,
  type OperationOptions,
  type Reinvocation,
} from '@pinnace/admission'
import type { ApiObject, GroupVersionKind, GroupVersionResource, Mutable, UserInfo } from '@pinnace/meta'
import type { RequestScope } from './request-scope.ts'

/** What differs from one request to the next, beside the call itself. */
export interface AdmissionRequest {
  readonly operation: Operation
  /** Where it is another than the resource's own: the body of a subresource. */
  readonly kind?: GroupVersionKind
  readonly name: string
  readonly object: Mutable<ApiObject> | undefined
  readonly oldObject: ApiObject | undefined
  /** Made when a plugin looks at them. */
  readonly options: () => OperationOptions | undefined
  readonly dryRun: boolean
}

/** A request as admission sees it. */
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
    this.#scope = scope
    this.#options = options
  }

  // upstream: endpoints/handlers/create.go – a Namespace is said to be in itself.
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

  warn(text: string): void {
    this.#scope.warn(text)
  }

  annotate(key: string, value: string, level: AnnotationLevel = 'Metadata'): void {
    this.#scope.auditContext?.annotate(key, value, level)
  }

  isAudited(level: AnnotationLevel): boolean {
    return this.#scope.auditContext?.isAudited(level) ?? false
  }
}
