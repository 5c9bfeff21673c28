import {
  createReinvocation,
  type AdmissionAttributes,
  type AnnotationLevel,
  type Operation,
  type OperationOptions,
  type Reinvocation,
} from '@pinnace/admission'
import type { ApiObject, GroupVersionKind, GroupVersionResource, Mutable, UserInfo } from '@pinnace/meta'
import type { Call } from '../call.ts'

/** What differs from one request to the next, beside the call itself. */
export interface AdmittedRequest {
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
export class Admitted implements AdmissionAttributes {
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
  readonly #call: Call
  readonly #options: () => OperationOptions | undefined

  constructor(call: Call, { operation, kind, name, object, oldObject, options, dryRun }: AdmittedRequest) {
    this.operation = operation
    this.kind = kind ?? call.served.gvk
    this.resource = call.served.gvr
    this.subresource = call.subresource
    this.name = name
    this.user = call.user
    this.object = object
    this.oldObject = oldObject
    this.dryRun = dryRun
    this.deadlineMs = call.deadlineMs
    this.#call = call
    this.#options = options
  }

  // upstream: endpoints/handlers/create.go – a Namespace is said to be in itself.
  get namespace(): string {
    const { group, resource } = this.resource
    return group === '' && resource === 'namespaces' ? this.name : this.#call.namespace
  }

  get options(): OperationOptions | undefined {
    return this.#options()
  }

  get signal(): AbortSignal | undefined {
    return this.#call.signal
  }

  warn(text: string): void {
    this.#call.warn(text)
  }

  annotate(key: string, value: string, level: AnnotationLevel = 'Metadata'): void {
    this.#call.trail?.annotate(key, value, level)
  }

  isAudited(level: AnnotationLevel): boolean {
    return this.#call.trail?.isAudited(level) ?? false
  }
}
