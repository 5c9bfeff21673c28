import { useState } from 'preact/hooks'
import type { RevisionWriter } from '../../../src/inspection.ts'
import { readWriters } from '../../api/inspection-api.ts'
import { readHistory } from '../../api/read-history.ts'
import { namespaceOf, withHiddenSecrets, withoutManagedFields } from '../../model/api-object.ts'
import type { ObjectRevision } from '../../model/object-history.ts'
import { toYaml } from '../../model/yaml-lines.ts'
import { requestHref } from '../../model/routes.ts'
import { DiffView } from '../../parts/diff-view.tsx'
import { useServer } from '../../parts/server-context.ts'
import { Empty, Show } from '../../parts/states.tsx'
import { useLoad } from '../../parts/use-load.ts'
import type { TabProps } from './tab-props.ts'

/** Every revision that the server still knows, and the difference of any two. */
export function HistoryTab({ kind, object }: TabProps) {
  const { api } = useServer()
  const loaded = useLoad(
    async (signal) => {
      const history = await readHistory(api, { kind, namespace: namespaceOf(object), live: object, signal })
      const versions = history.revisions.map(({ resourceVersion }) => resourceVersion)
      return { ...history, writers: await readWriters(api, versions) }
    },
    [object],
  )
  return (
    <Show loaded={loaded}>
      {({ revisions, knownSince, writers }) => (
        <>
          {knownSince !== undefined && (
            <p class="notice">The server has forgotten what happened before revision {knownSince}.</p>
          )}
          {writers === undefined && <p class="notice">You may not see the users of the revisions.</p>}
          {revisions.length === 0 ? (
            <Empty>The server knows no revision of it any more.</Empty>
          ) : (
            <Revisions revisions={revisions} writers={writers} />
          )}
        </>
      )}
    </Show>
  )
}

interface RevisionsProps {
  readonly revisions: readonly ObjectRevision[]
  /** Undefined for a user who may not see them. */
  readonly writers: ReadonlyMap<string, RevisionWriter> | undefined
}

function Revisions({ revisions, writers }: RevisionsProps) {
  const [after, setAfter] = useState(revisions.length - 1)
  const [before, setBefore] = useState(revisions.length - 2)
  const newestFirst = revisions.map((revision, index) => ({ revision, index })).toReversed()
  return (
    <div class="split">
      <div>
        <DiffView before={textOf(revisions[before])} after={textOf(revisions[after])} />
      </div>
      <aside class="panel">
        <h2>{revisions.length === 1 ? '1 revision' : `${revisions.length} revisions`}</h2>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">from</th>
              <th scope="col">to</th>
              <th scope="col">revision</th>
            </tr>
          </thead>
          <tbody>
            {newestFirst.map(({ revision, index }) => (
              <tr key={revision.resourceVersion}>
                <td>
                  <input
                    type="radio"
                    name="before"
                    aria-label={`From ${revision.resourceVersion}`}
                    checked={index === before}
                    onChange={() => setBefore(index)}
                  />
                </td>
                <td>
                  <input
                    type="radio"
                    name="after"
                    aria-label={`To ${revision.resourceVersion}`}
                    checked={index === after}
                    onChange={() => setAfter(index)}
                  />
                </td>
                <td>
                  <span class="mono">{revision.resourceVersion}</span> {revision.type.toLowerCase()}
                  <br />
                  <small>
                    {revision.manager === '' ? 'unknown manager' : revision.manager} {revision.time}
                  </small>
                  <Writer writer={writers?.get(revision.resourceVersion)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </aside>
    </div>
  )
}

/** The user of a write, with its request; nothing where the log no longer knows it. */
function Writer({ writer }: { readonly writer: RevisionWriter | undefined }) {
  if (writer === undefined) return <></>
  return (
    <>
      <br />
      <small>
        by {writer.user} in <a href={requestHref(writer.request)}>request {writer.request}</a>
      </small>
    </>
  )
}

function textOf(revision: ObjectRevision | undefined): string {
  return revision === undefined ? '' : toYaml(withHiddenSecrets(withoutManagedFields(revision.object)))
}
