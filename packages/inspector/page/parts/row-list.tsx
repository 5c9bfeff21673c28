import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { visibleRows } from '../model/visible-rows.ts'

/** A table of any length: only the rows in view are in the document. Arrows, Home, End and Enter work. */
export function RowList({ label, columns, count, renderRow, onOpen }: RowListProps) {
  const [position, setPosition] = useState({ scrollTop: 0, height: 600 })
  const [current, setCurrent] = useState(-1)
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = view.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() =>
      setPosition({ scrollTop: element.scrollTop, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { first, end } = visibleRows({ ...position, rowHeight, count })
  const move = (event: KeyboardEvent): void => {
    const next = nextRow(event.key, current, count)
    if (event.key === 'Enter' && current >= 0) onOpen?.(current)
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    showRow(view.current, next)
  }
  const template = columns.map(({ width }) => width).join(' ')
  return (
    <div
      ref={view}
      class="rows"
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      tabIndex={0}
      onKeyDown={move}
      onScroll={(event) =>
        setPosition({ scrollTop: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })
      }
    >
      <div class="head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {columns.map(({ title, description }) => (
          <span key={title} role="columnheader" title={description}>
            {title}
          </span>
        ))}
      </div>
      <div class="space" role="rowgroup" style={{ height: `${count * rowHeight}px` }}>
        {Array.from({ length: end - first }, (_, offset) => {
          const index = first + offset
          return (
            <div
              key={index}
              class={index === current ? 'row current' : 'row'}
              role="row"
              aria-rowindex={index + 2}
              style={{ top: `${index * rowHeight}px`, gridTemplateColumns: template }}
            >
              {renderRow(index)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The height of a row, pixels; as the style sheet has it. */
const rowHeight = 34

/** A column of a table. */
export interface RowColumn {
  readonly title: string
  readonly description?: string
  /** A width of a CSS grid. */
  readonly width: string
}

interface RowListProps {
  readonly label: string
  readonly columns: readonly RowColumn[]
  readonly count: number
  /** The cells of a row, each with the role `cell`. */
  readonly renderRow: (index: number) => ComponentChildren
  readonly onOpen?: (index: number) => void
}

function nextRow(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, current + 1)
    case 'ArrowUp':
      return Math.max(0, current - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

function showRow(view: HTMLDivElement | null, index: number): void {
  if (view === null) return
  const top = index * rowHeight
  if (top < view.scrollTop) view.scrollTop = top
  else if (top + 2 * rowHeight > view.scrollTop + view.clientHeight)
    view.scrollTop = top + 2 * rowHeight - view.clientHeight
}
