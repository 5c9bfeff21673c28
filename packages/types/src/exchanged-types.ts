import type { TypeTable } from '@pinnace/schema'
import { admissionV1Types } from './groups/admission-v1.ts'
import { admissionV1beta1Types } from './groups/admission-v1beta1.ts'
import { authenticationV1Types } from './groups/authentication-v1.ts'
import { clientAuthenticationTypes } from './groups/client-authentication.ts'
import { metaV1Types } from './groups/meta-v1.ts'

/** The tables of types that are sent to webhooks and credential plugins, and of all they refer to. */
export const exchangedTypeTables: readonly TypeTable[] = [
  clientAuthenticationTypes,
  admissionV1Types,
  admissionV1beta1Types,
  authenticationV1Types,
  metaV1Types,
]
