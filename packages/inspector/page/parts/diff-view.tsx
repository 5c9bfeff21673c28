import { diffLines, hunks } from '../model/line-diff.ts'
import { Empty } from './states.tsx'

/** The difference of two texts, with a few lines around each change. */
export function DiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = hunks(diffLines(before, after))
  if (lines.length === 0) return <Empty>There is no difference.</Empty>
  return (
    <pre class="code diff" tabIndex={0} aria-label="Difference">
      {lines.map((line, index) =>
        line === undefined ? (
          <span key={index} class="gap">
            {'⋯\n'}
          </span>
        ) : (
          <span key={index} class={line.type}>
            {`${marks[line.type]} ${line.text}\n`}
          </span>
        ),
      )}
    </pre>
  )
}

const marks = { same: ' ', added: '+', removed: '-' } as const
