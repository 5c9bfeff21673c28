import type { RequestScope } from '../request/request-scope.ts'
import { storageOf } from '../storage/served-resource.ts'

/** Notes the revision of a write of this server, for its later reads and for the inspector. */
export function noteWrite({ served, trace }: Pick<RequestScope, 'served' | 'trace'>, revision: bigint): void {
  const storage = storageOf(served)
  storage.noteWrite(revision)
  trace?.committed(revision)
}
