import type { CreateFacility, Facility } from './facility.ts'

/** The interceptor of requests. A fork has none; `restore` keeps it. */
export const interception: CreateFacility = () => interceptionFacility()

function interceptionFacility(): Facility {
  return {
    provides: { interception: { current: undefined, contextOf: refuse } },
    staysOnRestore: true,
    fork: interceptionFacility,
  }
}

function refuse(): never {
  throw new TypeError('the server has no interceptor')
}
