import type { InspectorPage } from '@pinnace/inspector'
import type { Clock, HttpReply, HttpRequest, RequestInfo, UserInfo } from '@pinnace/meta'
import { AskedPermissions } from './asked-permissions.ts'
import { answerInspection, type InspectionPathsContext } from './inspection-paths.ts'
import type { RecordedTrace, TraceSubject } from './recorded-trace.ts'
import { RequestTraces } from './request-traces.ts'

/** What the inspector of a server records, and how it is read. */
export interface Inspection extends Disposable {
  /** Begins the trace of a request; undefined for the requests of the inspector. */
  begin(incoming: TraceSubject['incoming'], info: RequestInfo): RecordedTrace | undefined
  /** A file of the page, which contains nothing of the server; undefined for other paths. */
  answerPage(request: Pick<HttpRequest, 'method' | 'target' | 'header'>): HttpReply | undefined
  /** Answers the read endpoints; undefined for other paths. */
  answer(
    request: Pick<HttpRequest, 'method' | 'header'>,
    info: RequestInfo,
    user: UserInfo,
  ): Promise<HttpReply | undefined>
}

/** Options for {@link createInspection}. */
export interface InspectionOptions {
  /** Identifies the log. */
  readonly id: string
  readonly clock: Clock
  readonly page: InspectorPage
  /** The server, read when a client asks. */
  readonly server: () => InspectionPathsContext
}

/** Creates the records of a server, in bounded memory. */
export function createInspection({ id, clock, page, server }: InspectionOptions): Inspection {
  const traces = new RequestTraces(id, clock)
  const asked = new AskedPermissions(clock.now())
  return {
    begin: (incoming, info) => traces.begin(incoming, info, (attributes) => asked.add(attributes)),
    answerPage: (request) => page.answer(request),
    answer: (request, info, user) => answerInspection(server(), { traces, asked }, request, { ...info, user }),
    [Symbol.dispose]: () => traces.clear(),
  }
}
