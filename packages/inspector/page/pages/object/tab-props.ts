import type { KindInfo } from '../../api/discover-kinds.ts'
import type { ApiObject } from '../../model/api-object.ts'

/** What every view of an object is given. */
export interface TabProps {
  readonly kind: KindInfo
  readonly object: ApiObject
  readonly onSaved: () => void
}
