import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import { reportEach } from '../validation/messages.ts'

/** What makes volumes, in whose name case does not matter. */
// upstream: storage/validation, validateProvisioner
export function validateProvisioner(provisioner: string, field: string, errors: FieldErrors): void {
  const name = provisioner.toLowerCase()
  if (name === '') errors.required(field)
  else reportEach(errors, isQualifiedName(name), field, name)
}
