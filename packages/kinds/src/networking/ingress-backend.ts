import { isDns1123Label, isPortName, isPortNumber, type FieldErrors } from '@pinnace/meta'
import type { IngressBackend, IngressServiceBackend } from '@pinnace/types/networking-v1'
import { reportEach } from '../validation/messages.ts'
import { validateObjectReference } from './object-reference.ts'

/** What answers requests: a service at one of its ports, or any other object; `at` is the path of the backend. */
// upstream: networking/validation, validateIngressBackend
export function validateIngressBackend(backend: IngressBackend, at: string, errors: FieldErrors): void {
  const { resource, service } = backend
  if (resource && service) errors.invalid(at, '', 'cannot set both resource and service backends')
  else if (resource) validateObjectReference(resource, `${at}.resource`, errors)
  else if (service) validateService(service, at, errors)
  else errors.invalid(at, '', 'resource or service backend is required')
}

function validateService({ name, port }: IngressServiceBackend, at: string, errors: FieldErrors): void {
  if (name === '') errors.required(`${at}.service.name`)
  else reportEach(errors, isDns1123Label(name), `${at}.service.name`, name)
  const { name: portName = '', number = 0 } = port ?? {}
  if (portName !== '' && number !== 0) errors.invalid(at, '', 'cannot set both port name & port number')
  else if (portName !== '') reportEach(errors, isPortName(portName), `${at}.service.port.name`, portName)
  else if (number !== 0) reportEach(errors, isPortNumber(number), `${at}.service.port.number`, number)
  else errors.required(at, 'port name or number is required')
}
