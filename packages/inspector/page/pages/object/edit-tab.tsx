import { useState } from 'preact/hooks'
import { searchOf } from '../../api/read-collection.ts'
import { isApiObject, namespaceOf, nameOf, withoutManagedFields, type ApiObject } from '../../model/api-object.ts'
import { resourcePath } from '../../model/resource-path.ts'
import { toYaml } from '../../model/yaml-lines.ts'
import { DiffView } from '../../parts/diff-view.tsx'
import { useServer } from '../../parts/server-context.ts'
import { Failure } from '../../parts/states.tsx'
import type { TabProps } from './tab-props.ts'

/** What the server says of an edit. */
type Outcome =
  | { readonly state: 'none' }
  | {
      readonly state: 'previewed'
      readonly object: ApiObject
      readonly warnings: readonly string[]
      readonly text: string
    }
  | { readonly state: 'failed'; readonly error: unknown }

/** Edits the object as YAML. The server validates a dry run and shows what it would store before anything is saved. */
export function EditTab({ kind, object, onSaved }: TabProps) {
  const { api } = useServer()
  const before = toYaml(withoutManagedFields(object))
  const [isOpen, setOpen] = useState(object['kind'] !== 'Secret')
  const [text, setText] = useState(before)
  const [manager, setManager] = useState('')
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' })
  const path = resourcePath(kind, namespaceOf(object), nameOf(object))
  const isApply = manager !== ''
  const send = async (dryRun: boolean): Promise<void> => {
    const query = {
      fieldValidation: 'Strict',
      fieldManager: isApply ? manager : 'inspector',
      dryRun: dryRun ? 'All' : '',
    }
    const contentType = isApply ? 'application/apply-patch+yaml' : 'application/yaml'
    const body = isApply ? withoutVersion(text) : text
    try {
      const answer = await api.send({
        method: isApply ? 'PATCH' : 'PUT',
        path: path + searchOf(query),
        body,
        contentType,
      })
      if (!isApiObject(answer.body)) throw new TypeError('the answer is no object')
      if (dryRun) setOutcome({ state: 'previewed', object: answer.body, warnings: answer.warnings, text })
      else onSaved()
    } catch (error) {
      setOutcome({ state: 'failed', error })
    }
  }
  if (!isOpen) {
    return (
      <div class="notice">
        <p>The values of a Secret are hidden until you ask for them.</p>
        <button type="button" onClick={() => setOpen(true)}>
          Show and edit
        </button>
      </div>
    )
  }
  const isPreviewed = outcome.state === 'previewed' && outcome.text === text
  return (
    <div class="split even">
      <div class="editor">
        <label for="yaml">YAML</label>
        <textarea
          id="yaml"
          class="code"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div class="filters">
          <label>
            Apply as manager
            <input
              value={manager}
              placeholder="leave empty to update"
              onInput={(event) => setManager(event.currentTarget.value.trim())}
            />
          </label>
          <button type="button" onClick={() => void send(true)}>
            Preview
          </button>
          <button type="button" class="primary" disabled={!isPreviewed} onClick={() => void send(false)}>
            Save
          </button>
        </div>
        <p class="faint">
          Preview is a dry run: it shows validation errors, and with a manager the conflicts of a server-side apply.
        </p>
      </div>
      <div class="preview" aria-live="polite">
        <h2>What would be stored</h2>
        {outcome.state === 'none' && (
          <p class="faint">Preview to see the difference, with everything that defaults and admission change.</p>
        )}
        {outcome.state === 'failed' && <Failure error={outcome.error} />}
        {outcome.state === 'previewed' && (
          <>
            {outcome.warnings.map((warning) => (
              <p key={warning} class="notice">
                {warning}
              </p>
            ))}
            <DiffView before={before} after={toYaml(withoutManagedFields(outcome.object))} />
          </>
        )}
      </div>
    </div>
  )
}

/** An applied configuration without the version it was read at and what only the server sets. */
function withoutVersion(text: string): string {
  return text.replaceAll(/^ {2}(?:resourceVersion|uid|creationTimestamp|generation): .*\n/gm, '')
}
