import type { Area } from './case.ts'
import { fresh } from './fresh.ts'
import { life } from './life.ts'
import { options } from './options.ts'
import { mutations } from './mutations.ts'

/** Every area, in the order in which they run. */
export const areas: readonly Area[] = [fresh, life, mutations, options]
