import { createServerAccess } from '../server-access.ts'
import type { CreateFacility } from './facility.ts'

/** The server's own certificate authority, made when it is first needed. Forks show the same certificates. */
export const serving: CreateFacility = ({ vocabulary, clock, random }) => ({
  provides: { access: createServerAccess({ vocabulary, clock, random }) },
})
