import { createServerAccess } from '../server-access.ts'
import type { CreateFacility } from './facility.ts'

/** The server's certificate authority, created on first use. Forks have the same certificates. */
export const serving: CreateFacility = ({ vocabulary, clock, random }) => ({
  provides: { access: createServerAccess({ vocabulary, clock, random }) },
})
