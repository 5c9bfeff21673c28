import { isDns1123Label, isDns1123Subdomain, isDomainPrefixedPath, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { IngressClass, IngressClassParametersReference } from '@pinnace/types/networking-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { ingressClassColumns } from '../columns/networking.ts'
import { reportEach, sentences } from '../validation/messages.ts'
import { validateObjectReference } from './object-reference.ts'

const maxControllerBytes = 250
const scopes = ['Cluster', 'Namespace']

/** Ingress classes: which controller takes care of an ingress, and with which parameters. */
// upstream: networking/validation, ValidateIngressClass and ValidateIngressClassUpdate
export const ingressClass: KindBehavior<IngressClass> = {
  strategy: {
    defaults({ spec }: Mutable<IngressClass>) {
      if (spec?.parameters) spec.parameters.scope ??= 'Cluster'
    },
    validate: validateIngressClass,
    validateUpdate(next, live, errors) {
      const controller = next.spec?.controller ?? ''
      if (controller !== (live.spec?.controller ?? '')) {
        errors.invalid('spec.controller', controller, sentences.immutable)
      }
      validateIngressClass(next, errors)
    },
  },
  columns: ingressClassColumns,
}

function validateIngressClass({ spec }: IngressClass, errors: FieldErrors): void {
  validateController(spec?.controller ?? '', 'spec.controller', errors)
  if (spec?.parameters) validateParameters(spec.parameters, 'spec.parameters', errors)
}

// upstream: apimachinery/pkg/util/validation, IsDomainPrefixedPath – the part that is wrong is shown.
function validateController(controller: string, field: string, errors: FieldErrors): void {
  if (controller === '') return errors.required(field)
  if (Buffer.byteLength(controller) > maxControllerBytes) errors.tooLong(field, maxControllerBytes)
  const slash = controller.indexOf('/')
  const domain = controller.slice(0, Math.max(slash, 0))
  const path = controller.slice(slash + 1)
  if (domain === '' || path === '') return reportEach(errors, isDomainPrefixedPath(controller), field, controller)
  reportEach(errors, isDns1123Subdomain(domain), field, domain)
  reportEach(errors, isDomainPrefixedPath(`a/${path}`), field, path)
  return undefined
}

// upstream: networking/validation, validateIngressClassParametersReference
function validateParameters(parameters: IngressClassParametersReference, at: string, errors: FieldErrors): void {
  const { scope, namespace } = parameters
  validateObjectReference(parameters, at, errors)
  if (scope === undefined || scope === null) return errors.required(`${at}.scope`)
  if (!scopes.includes(scope)) return errors.notSupported(`${at}.scope`, scope, scopes)
  if (scope === 'Cluster') {
    if (namespace !== undefined) errors.forbidden(`${at}.namespace`, "`parameters.scope` is set to 'Cluster'")
  } else if (namespace === undefined) {
    errors.required(`${at}.namespace`, "`parameters.scope` is set to 'Namespace'")
  } else {
    reportEach(errors, isDns1123Label(namespace), `${at}.namespace`, namespace)
  }
  return undefined
}
