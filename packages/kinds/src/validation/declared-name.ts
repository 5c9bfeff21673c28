import { isDns1123Subdomain } from '@pinnace/meta'
import type { ValidateName } from '@pinnace/resources'

/** The names of kinds whose rules are declared: they are counted in bytes, and generateName is not looked at. */
// upstream: zz_generated.validations.go of these kinds, and validate.LongName
export const declaredName: ValidateName = (name, prefix) =>
  prefix
    ? []
    : isDns1123Subdomain(name).map((message) => message.replace(/^(must be no more than \d+) characters$/, '$1 bytes'))
