import { textReply } from '@pinnace/meta'
import type { SeatDumps } from '../pipeline/seats.ts'
import type { NonResourceHandler } from './non-resource.ts'

const prefix = '/debug/api_priority_and_fairness/'

/** Answers `/debug/api_priority_and_fairness/dump_priority_levels`, `dump_queues` and `dump_requests`. */
// upstream: apiserver/pkg/util/flowcontrol/apf_controller_debug.go
export function createFlowControlHandler(dumps: SeatDumps): NonResourceHandler {
  return (_request, { path, query }) => {
    if (!path.startsWith(prefix)) return undefined
    const text = dumps.dump(path.slice(prefix.length), query.has('includeRequestDetails'))
    return text === undefined ? undefined : textReply(200, text)
  }
}
