import { access } from './access.ts'
import { admission } from './admission.ts'
import { applying } from './applying.ts'
import type { Area } from './case.ts'
import { definitions } from './definitions.ts'
import { fresh } from './fresh.ts'
import { life } from './life.ts'
import { options } from './options.ts'
import { mutations } from './mutations.ts'
import { watches } from './watches.ts'

/** Every area, in the order in which they run. */
export const areas: readonly Area[] = [
  fresh,
  life,
  mutations,
  options,
  definitions,
  applying,
  access,
  admission,
  watches,
]
