import { diffLines, hunks, type DiffLine } from '../model/line-diff.ts'

/** Two texts beside each other, with a few lines around each change. */
export function SideBySide({ titles, before, after }: SideBySideProps) {
  const lines = hunks(diffLines(before, after))
  const [left, right] = titles
  return (
    <div class="split even">
      <Side title={left} lines={lines} leavesOut="added" />
      <Side title={right} lines={lines} leavesOut="removed" />
    </div>
  )
}

interface SideBySideProps {
  readonly titles: readonly [left: string, right: string]
  readonly before: string
  readonly after: string
}

interface SideProps {
  readonly title: string
  readonly lines: readonly (DiffLine | undefined)[]
  readonly leavesOut: DiffLine['type']
}

function Side({ title, lines, leavesOut }: SideProps) {
  return (
    <div>
      <h3>{title === 'now' ? 'the server now' : title}</h3>
      <pre class="code diff" tabIndex={0} aria-label={title}>
        {lines.map((line, index) => {
          if (line === undefined)
            return (
              <span key={index} class="gap">
                {'⋯\n'}
              </span>
            )
          return line.type === leavesOut ? undefined : (
            <span key={index} class={line.type}>
              {`${line.text}\n`}
            </span>
          )
        })}
      </pre>
    </div>
  )
}
