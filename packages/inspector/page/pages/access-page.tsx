import { useState } from 'preact/hooks'
import type { AccessCell, AccessMatrix } from '../../src/inspection.ts'
import { readAccess } from '../api/inspection-api.ts'
import { readObjects } from '../api/read-collection.ts'
import { resourcePath } from '../model/resource-path.ts'
import { subjectsOf, toSubject } from '../model/subjects.ts'
import { useServer } from '../parts/server-context.ts'
import { Empty, Show } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { RuleUses } from './access/rule-uses.tsx'

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']

/** What a user or a service account may do, and why; and the rules that no request has used. */
export function AccessPage({ query }: { readonly query: URLSearchParams }) {
  const user = query.get('user') ?? ''
  const groups = query.get('groups') ?? ''
  const namespace = query.get('namespace') ?? ''
  return (
    <>
      <div class="bar">
        <h1>Access</h1>
      </div>
      <SubjectForm key={query.toString()} user={user} groups={groups} namespace={namespace} />
      {user === '' ? (
        <Empty>Name a user or a service account to see what it may do.</Empty>
      ) : (
        <Matrix user={user} groups={groups} namespace={namespace} />
      )}
      <RuleUses />
    </>
  )
}

interface SubjectValues {
  readonly user: string
  readonly groups: string
  readonly namespace: string
}

function SubjectForm(values: SubjectValues) {
  const { api, kinds } = useServer()
  const [draft, setDraft] = useState(values)
  const names = useLoad(async () => {
    const bindings = kinds.filter(({ resource }) => resource === 'clusterrolebindings' || resource === 'rolebindings')
    const lists = await Promise.all(bindings.map((kind) => readObjects(api, resourcePath(kind)).catch(() => [])))
    return subjectsOf(lists.flat())
  }, [api])
  const apply = (event: Event): void => {
    event.preventDefault()
    location.hash = `#/access?${new URLSearchParams({ ...draft }).toString()}`
  }
  const set = (part: Partial<SubjectValues>): void => setDraft({ ...draft, ...part })
  return (
    <form class="filters" onSubmit={apply}>
      <label class="grow">
        User
        <input
          list="subjects"
          value={draft.user}
          placeholder="jane, or system:serviceaccount:default:robot"
          onInput={(event) => set({ user: event.currentTarget.value })}
        />
      </label>
      <datalist id="subjects">
        {names.state === 'ready' && names.value.map((name) => <option key={name} value={name} />)}
      </datalist>
      <label>
        Groups
        <input
          value={draft.groups}
          placeholder="devs, ops"
          onInput={(event) => set({ groups: event.currentTarget.value })}
        />
      </label>
      <label>
        Namespace
        <input
          value={draft.namespace}
          placeholder="all"
          onInput={(event) => set({ namespace: event.currentTarget.value })}
        />
      </label>
      <button type="submit" class="primary">
        Show
      </button>
    </form>
  )
}

function Matrix({ user, groups, namespace }: SubjectValues) {
  const { api } = useServer()
  const loaded = useLoad(
    () => readAccess(api, { ...toSubject(user, groups), namespace }),
    [api, user, groups, namespace],
  )
  return <Show loaded={loaded}>{(matrix) => <MatrixTable matrix={matrix} />}</Show>
}

function MatrixTable({ matrix: { rows, hasRules } }: { readonly matrix: AccessMatrix }) {
  const [selected, setSelected] = useState<{ readonly resource: string; readonly cell: AccessCell }>()
  return (
    <>
      <p class="why" role="status">
        {selected === undefined ? 'Select a cell to see why.' : whyText(selected.resource, selected.cell, hasRules)}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Permissions">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Resource</th>
              {verbs.map((verb) => (
                <th key={verb} scope="col">
                  {verb}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ group, resource, cells }) => {
              const full = group === '' ? resource : `${resource}.${group}`
              return (
                <tr key={full}>
                  <th scope="row">{full}</th>
                  {verbs.map((verb) => {
                    const cell = cells.find((one) => one.verb === verb)
                    return (
                      <td key={verb}>
                        {cell !== undefined && (
                          <button
                            type="button"
                            class={cell.isAllowed ? 'yes' : 'no'}
                            aria-label={`${verb} ${full}: ${cell.isAllowed ? 'allowed' : 'not allowed'}`}
                            aria-pressed={selected?.cell === cell}
                            onClick={() => setSelected({ resource: full, cell })}
                          >
                            {cell.isAllowed ? '✓' : '·'}
                          </button>
                        )}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

function whyText(resource: string, { verb, isAllowed, reason, role, binding }: AccessCell, hasRules: boolean): string {
  const what = `${verb} ${resource}: ${isAllowed ? 'allowed' : 'not allowed'}`
  if (role !== undefined && binding !== undefined) {
    const place = binding.namespace === '' ? '' : ` in ${binding.namespace}`
    return `${what} by ${role.kind} ${role.name}, bound by ${binding.kind} ${binding.name}${place}`
  }
  if (reason !== '') return `${what}: ${reason}`
  return isAllowed || !hasRules ? what : `${what}: no rule of a role that is bound to this user allows it`
}
