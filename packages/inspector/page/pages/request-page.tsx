import type { TracedRequestDetails, TracedRule } from '../../src/inspection.ts'
import { ApiError } from '../api/api-error.ts'
import { findKind } from '../api/discover-kinds.ts'
import { readRequest } from '../api/inspection-api.ts'
import { formatMs } from '../model/durations.ts'
import { objectHref } from '../model/routes.ts'
import { ruleText } from '../model/unused-rules.ts'
import { Admission } from '../parts/admission.tsx'
import { Replays } from '../parts/replays.tsx'
import { useServer } from '../parts/server-context.ts'
import { Empty, Show } from '../parts/states.tsx'
import { StageBar } from '../parts/stage-bar.tsx'
import { useLoad } from '../parts/use-load.ts'
import { codeClass } from './requests-page.tsx'

/** What one request went through, stage by stage. */
export function RequestPage({ number }: { readonly number: number }) {
  const { api } = useServer()
  const loaded = useLoad(() => readRequest(api, number), [api])
  const isForgotten = loaded.state === 'failed' && loaded.error instanceof ApiError && loaded.error.code === 404
  return (
    <>
      <div class="bar">
        <h1>
          <a href="#/requests" class="crumb">
            Requests
          </a>
          #{number}
        </h1>
      </div>
      {isForgotten && (
        <Empty>The log has no request {number}: it keeps the last 2,000 requests, as far as 16 MiB hold them.</Empty>
      )}
      {!isForgotten && (
        <Show loaded={loaded}>
          {(request) => (
            <>
              <Headline request={request} />
              <StageBar stages={request.stages} />
              <ol class="pipeline">
                <Authentication request={request} />
                <Authorization request={request} />
                <Admission request={request} />
                <Outcome request={request} />
              </ol>
              <Body request={request} />
              <Replays request={request} />
            </>
          )}
        </Show>
      )}
    </>
  )
}

interface Props {
  readonly request: TracedRequestDetails
}

function Headline({ request }: Props) {
  const { method, target, status, state, durationMs, time, auditId } = request
  return (
    <div class="card">
      <p class="mono target">
        <strong>{method}</strong> {target}
      </p>
      <p>
        <span class={`tag ${codeClass(status)}`}>{status ?? 'no answer'}</span>
        {state === 'streaming' && <span class="tag accent">open stream</span>}
        {durationMs !== undefined && <span class="tag">{formatMs(durationMs)}</span>} <time>{time}</time>{' '}
        <span class="faint">audit ID {auditId}</span>
      </p>
    </div>
  )
}

function Authentication({ request }: Props) {
  const { user, groups, authenticator, impersonator, transport, remoteAddress, userAgent } = request
  const how =
    transport === 'in-process'
      ? 'a client in the process, whose user is known'
      : (authenticator ?? 'no authenticator: anonymous')
  return (
    <li>
      <h2>Authentication</h2>
      {user === '' ? (
        <p class="bad">No authenticator has accepted the credentials.</p>
      ) : (
        <p>
          <strong>{user}</strong> by {how}
          {impersonator !== undefined && `, impersonated by ${impersonator}`}
        </p>
      )}
      <p>
        {groups.map((group) => (
          <span key={group} class="tag">
            {group}
          </span>
        ))}
      </p>
      <p class="faint">
        {userAgent} {remoteAddress !== undefined && `from ${remoteAddress}`}
      </p>
    </li>
  )
}

function Authorization({ request: { decision, rbac } }: Props) {
  if (decision === undefined)
    return (
      <li class="skipped">
        <h2>Authorization</h2>
        <p class="faint">Not reached.</p>
      </li>
    )
  return (
    <li>
      <h2>Authorization</h2>
      <p>
        <span class={`tag ${decision.effect === 'allow' ? 'good' : 'bad'}`}>
          {decision.effect === 'noOpinion' ? 'no opinion' : decision.effect}
        </span>{' '}
        {decision.reason}
      </p>
      {rbac !== undefined && <Rule rbac={rbac} />}
    </li>
  )
}

function Rule({ rbac: { isAllowed, rule, role, binding, near } }: { readonly rbac: TracedRule }) {
  return (
    <>
      <p>
        {isAllowed ? 'RBAC has this rule: ' : 'RBAC would need this rule: '}
        <code>{ruleText(rule)}</code>
        {role !== undefined && ` of ${role.kind} ${role.name}`}
        {binding !== undefined &&
          `, given by ${binding.kind} ${[binding.namespace, binding.name].filter(Boolean).join('/')}`}
      </p>
      {near.length > 0 && (
        <ul>
          {near.map((one) => (
            <li key={JSON.stringify(one)}>
              <code>{ruleText(one.rule)}</code> of {one.binding.name} lacks the {one.lacks}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Outcome({ request }: Props) {
  const { failure, revision, watchers, warnings, status } = request
  return (
    <li>
      <h2>Outcome</h2>
      {failure !== undefined && (
        <>
          <p class="bad">
            {failure.reason}: {failure.message}
          </p>
          <ul>
            {failure.causes.map(({ field, message }, index) => (
              <li key={index}>
                <code>{field}</code> {message}
              </li>
            ))}
          </ul>
        </>
      )}
      {revision !== undefined && (
        <p>
          Committed at revision <strong class="mono">{revision}</strong>;{' '}
          {watchers === 1 ? '1 watch has' : `${watchers ?? 0} watches have`} received it.{' '}
          <ObjectLink request={request} />
        </p>
      )}
      {failure === undefined && revision === undefined && (
        <p class="faint">{status === undefined ? 'Not answered yet.' : 'Nothing was stored.'}</p>
      )}
      {warnings.map((warning) => (
        <p key={warning} class="notice">
          {warning}
        </p>
      ))}
    </li>
  )
}

function ObjectLink({ request: { group, version, resource, namespace, name } }: Props) {
  const { kinds } = useServer()
  const kind = findKind(kinds, { group, version, resource })
  if (kind === undefined || name === '') return <></>
  return <a href={objectHref(kind, namespace, name, { tab: 'history' })}>History of the object</a>
}

const reasons = {
  secret: 'The body may contain secrets and is never recorded.',
  'too large': 'The body is larger than 64 KiB and is not recorded.',
  'not text': 'The body is not text and is not shown.',
} as const

function Body({ request: { body, bodyHidden } }: Props) {
  if (bodyHidden !== undefined) return <p class="notice">{reasons[bodyHidden]}</p>
  if (body === undefined) return <></>
  return (
    <section>
      <h2>Body</h2>
      <pre class="code" tabIndex={0}>
        {body}
      </pre>
    </section>
  )
}
