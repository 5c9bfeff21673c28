import type { Authenticator } from '@pinnace/authn'
import type { InspectorPage } from '@pinnace/inspector'
import { thenMaybe, type Clock, type HttpReply, type HttpRequest, type RequestInfo, type UserInfo } from '@pinnace/meta'
import { createAuthenticatorNames } from '../explain/index.ts'
import { AskedPermissions } from './asked-permissions.ts'
import { answerInspection, type InspectionPathsContext } from './inspection-paths.ts'
import type { RequestTrace, TraceSubject } from './request-trace.ts'
import { RequestTraces } from './request-traces.ts'

/** What the inspector of a server records, and how it is read. */
export interface Inspection extends Disposable {
  /** Begins the trace of a request; undefined for the requests of the inspector. */
  begin(incoming: TraceSubject['incoming'], info: RequestInfo): RequestTrace | undefined
  /** The authenticator, with its name recorded for the requests that it authenticates. */
  named(name: string, authenticator: Authenticator): Authenticator
  /** All authenticators, with the name of the one that has found a user recorded. */
  authenticating(authenticator: Authenticator): Authenticator
  /** A file of the page, which contains nothing of the server; undefined for other paths. */
  answerPage(request: Pick<HttpRequest, 'method' | 'target' | 'header'>): HttpReply | undefined
  /** Answers the read endpoints; undefined for other paths. */
  answer(request: Pick<HttpRequest, 'method' | 'header'>, info: RequestInfo): Promise<HttpReply | undefined>
}

/** Options for {@link createInspection}. */
export interface InspectionOptions {
  /** Identifies the log. */
  readonly id: string
  readonly clock: Clock
  readonly page: InspectorPage
  /** The server, read when a client asks. */
  readonly server: () => Omit<InspectionPathsContext, 'authenticatorOf'>
}

/** Creates the records of a server, in bounded memory. */
export function createInspection({ id, clock, page, server }: InspectionOptions): Inspection {
  const names = createAuthenticatorNames()
  const authenticators = new WeakMap<UserInfo, string>()
  const traces = new RequestTraces(id, clock)
  const asked = new AskedPermissions(clock.now())
  return {
    begin: (incoming, info) => traces.begin(incoming, info, (attributes) => asked.add(attributes)),
    named: (name, authenticate) => names.named(name, authenticate),
    authenticating: (authenticate) => (request) =>
      thenMaybe(authenticate(request), (user) => {
        const name = names.of(request)
        if (user !== undefined && name !== undefined) authenticators.set(user, name)
        return user
      }),
    answerPage: (request) => page.answer(request),
    answer: (request, info) =>
      answerInspection(
        { ...server(), authenticatorOf: (user) => authenticators.get(user) },
        { traces, asked },
        request,
        info,
      ),
    [Symbol.dispose]: () => traces.clear(),
  }
}
