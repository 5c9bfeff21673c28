import { useEffect, useState } from 'preact/hooks'
import { countObjects, type ObjectCount } from '../api/count-objects.ts'
import type { KindInfo } from '../api/discover-kinds.ts'
import { objectsHref } from '../model/routes.ts'
import { useServer } from '../parts/server-context.ts'
import { Empty } from '../parts/states.tsx'

/** The kinds that the server serves, by group, with the number of their objects. */
export function KindsPage() {
  const { kinds, api } = useServer()
  const [text, setText] = useState('')
  const counts = useCounts(kinds)
  const words = text.toLowerCase().split(/\s+/)
  const shown = kinds.filter(({ kind, resource, group, shortNames }) => {
    const line = [kind, resource, group, ...shortNames].join(' ').toLowerCase()
    return words.every((word) => line.includes(word))
  })
  const groups = byGroup(shown)
  return (
    <>
      <div class="bar">
        <h1>Kinds</h1>
        <input
          type="search"
          aria-label="Filter kinds"
          placeholder="Filter kinds"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {groups.size === 0 && <Empty>No kind has this name.</Empty>}
      {shown.some((kind) => counts.get(keyOf(kind)) === 'denied') && (
        <p class="faint">Kinds marked with – are those that you may not list.</p>
      )}
      <div class="groups">
        {[...groups].map(([group, members]) => (
          <section key={group} class="card" aria-label={group === '' ? 'core' : group}>
            <h2>
              {group === '' ? 'core' : group}{' '}
              {isCustom(group, api.groupDomain) && <span class="tag accent">custom</span>}
            </h2>
            <ul class="kinds">
              {members.map((kind) => (
                <KindLine key={`${kind.version}/${kind.resource}`} kind={kind} count={counts.get(keyOf(kind))} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

function KindLine({ kind, count }: { readonly kind: KindInfo; readonly count: ObjectCount | undefined }) {
  const { kind: name, version, isPreferred, verbs } = kind
  const title = (
    <>
      <span class="name">{name}</span> <span class={isPreferred ? 'tag' : 'tag faint'}>{version}</span>
    </>
  )
  return (
    <li>
      {verbs.includes('list') ? <a href={objectsHref(kind)}>{title}</a> : <span class="plain">{title}</span>}
      <span
        class="count"
        title={count === undefined ? undefined : countTitles[typeof count === 'number' ? 'known' : count]}
      >
        {count === undefined ? '' : typeof count === 'number' ? count.toLocaleString('en-US') : countTexts[count]}
      </span>
    </li>
  )
}

const countTexts = { denied: '–', failed: '?' } as const
const countTitles = {
  known: undefined,
  denied: 'You may not list these objects.',
  failed: 'The server did not list these objects.',
} as const

// Built-in groups have no dot, or the domain of the server.
function isCustom(group: string, domain: string): boolean {
  return group.includes('.') && !group.endsWith(`.${domain}`)
}

function byGroup(kinds: readonly KindInfo[]): ReadonlyMap<string, readonly KindInfo[]> {
  const groups = new Map<string, KindInfo[]>()
  for (const kind of kinds) {
    const members = groups.get(kind.group) ?? []
    groups.set(kind.group, members)
    members.push(kind)
  }
  return groups
}

/** The number of objects by kind, or why it is not known. */
function useCounts(kinds: readonly KindInfo[]): ReadonlyMap<string, ObjectCount> {
  const { api } = useServer()
  const [counts, setCounts] = useState<ReadonlyMap<string, ObjectCount>>(new Map())
  useEffect(() => {
    const stopping = new AbortController()
    const preferred = kinds.filter(({ isPreferred }) => isPreferred)
    void countObjects(
      api,
      preferred,
      (kind, count) => setCounts((known) => new Map(known).set(keyOf(kind), count)),
      stopping.signal,
    )
    return () => stopping.abort()
  }, [api, kinds])
  return counts
}

function keyOf({ group, version, resource }: KindInfo): string {
  return `${group}/${version}/${resource}`
}
