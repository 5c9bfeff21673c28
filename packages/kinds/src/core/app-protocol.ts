import { isQualifiedName, type FieldErrors } from '@pinnace/meta'

/** Adds what is wrong with an application protocol. */
// upstream: core/validation, ValidateQualifiedName of appProtocol
export function validateAppProtocol(protocol: string, path: string, errors: FieldErrors): void {
  for (const message of isQualifiedName(protocol)) errors.invalid(path, protocol, message)
}
