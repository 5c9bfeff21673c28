import { createServerAccess } from '../server-access.ts'
import type { CreateFacility } from './facility.ts'

/** The server's certificate authority, given or created on first use. Forks have the same certificates. */
export const serving: CreateFacility = ({ vocabulary, clock, random }, { certificateAuthority: authority }) => ({
  provides: {
    access: createServerAccess({ vocabulary, clock, random, ...(authority === undefined ? {} : { authority }) }),
  },
})
