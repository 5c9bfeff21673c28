import { useState } from 'preact/hooks'
import type { ForkComparison, ForkDifference } from '../../../src/test-time.ts'
import { compareForks } from '../../api/time-api.ts'
import { SideBySide } from '../../parts/side-by-side.tsx'
import { useServer } from '../../parts/server-context.ts'
import { Empty, Failure } from '../../parts/states.tsx'
import type { PanelProps } from './panel-props.ts'

/** Forks of the server, and the objects that differ between two of them. */
export function ForksPanel({ report: { forks }, change }: PanelProps) {
  const [name, setName] = useState('')
  const suggested = `fork-${forks.length + 1}`
  const add = (event: Event): void => {
    event.preventDefault()
    void change('POST', '/forks', { name: name === '' ? suggested : name })
    setName('')
  }
  return (
    <section>
      <h2>Forks</h2>
      <form class="filters" onSubmit={add}>
        <label>
          Name
          <input value={name} placeholder={suggested} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button type="submit">Fork the server</button>
      </form>
      {forks.length > 0 && (
        <ul class="nodes">
          {forks.map((fork) => (
            <li key={fork.name}>
              <strong>{fork.name}</strong> <time>{fork.createdAt}</time>
              <button type="button" class="quiet" onClick={() => void change('POST', `/forks/${fork.name}/restore`)}>
                Restore
              </button>
              <button type="button" class="quiet" onClick={() => void change('DELETE', `/forks/${fork.name}`)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {forks.length > 0 && <Comparison names={forks.map((fork) => fork.name)} />}
    </section>
  )
}

function Comparison({ names }: { readonly names: readonly string[] }) {
  const { api } = useServer()
  const [pair, setPair] = useState({ from: names[0] ?? 'now', to: names[1] ?? 'now' })
  const [compared, setCompared] = useState<{ readonly of: typeof pair; readonly result: ForkComparison }>()
  const [error, setError] = useState<unknown>()
  const compare = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      setCompared({ of: pair, result: await compareForks(api, pair.from, pair.to) })
      setError(undefined)
    } catch (failure) {
      setError(failure)
    }
  }
  const choose = (side: 'from' | 'to', title: string) => (
    <label>
      {title}
      <select value={pair[side]} onChange={(event) => setPair({ ...pair, [side]: event.currentTarget.value })}>
        {[...names, 'now'].map((name) => (
          <option key={name} value={name}>
            {name === 'now' ? 'the server now' : name}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <>
      <form class="filters" onSubmit={(event) => void compare(event)}>
        {choose('from', 'Left')}
        {choose('to', 'Right')}
        <button type="submit">Compare</button>
      </form>
      {error !== undefined && <Failure error={error} />}
      {compared !== undefined && <Differences {...compared} />}
    </>
  )
}

interface DifferencesProps {
  readonly of: { readonly from: string; readonly to: string }
  readonly result: ForkComparison
}

function Differences({ of, result: { differences, equal, isPartial } }: DifferencesProps) {
  return (
    <div class="differences">
      <p class="status" role="status">
        {`${differences.length}${isPartial ? ' or more' : ''} objects differ, ${equal.toLocaleString('en-US')} are equal`}
      </p>
      {differences.length === 0 && <Empty>The two states are equal.</Empty>}
      {differences.map((difference) => (
        <Difference key={difference.path} of={of} difference={difference} />
      ))}
    </div>
  )
}

function Difference({
  of,
  difference: { path, type, before, after, isHidden },
}: Pick<DifferencesProps, 'of'> & { readonly difference: ForkDifference }) {
  return (
    <details open={!isHidden}>
      <summary>
        <code>{path}</code> <span class={`tag ${typeClass[type]}`}>{type}</span>
      </summary>
      {isHidden ? (
        <p class="faint">The content of Secrets is not shown.</p>
      ) : (
        <SideBySide titles={[of.from, of.to]} before={before} after={after} />
      )}
    </details>
  )
}

const typeClass = { added: 'good', changed: 'accent', removed: 'bad' } as const
