import { access } from './access.ts'
import { admission } from './admission.ts'
import { applying } from './applying.ts'
import { closed } from './closed.ts'
import { corners } from './corners.ts'
import { conversion } from './conversion.ts'
import type { Area } from './case.ts'
import { declaredRules } from './declared.ts'
import { definitions } from './definitions.ts'
import { emulated } from './emulated.ts'
import { expiry } from './expiry.ts'
import { filled } from './filled.ts'
import { fresh } from './fresh.ts'
import { life } from './life.ts'
import { options } from './options.ts'
import { mutations } from './mutations.ts'
import { enabledPlugins } from './plugins.ts'
import { protobufs } from './protobuf.ts'
import { reported } from './reported.ts'
import { versions } from './versions.ts'
import { watches } from './watches.ts'

/** Every area, in the order in which they run. */
export const areas: readonly Area[] = [
  fresh,
  life,
  mutations,
  filled,
  options,
  definitions,
  corners,
  reported,
  applying,
  access,
  admission,
  watches,
  conversion,
  protobufs,
  enabledPlugins,
  ...emulated,
  declaredRules,
  versions,
  closed,
  expiry,
]
