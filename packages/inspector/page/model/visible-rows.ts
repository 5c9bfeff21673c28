/** The rows of a long list that are in view. */
export interface VisibleRows {
  readonly first: number
  /** After the last. */
  readonly end: number
}

/** Where a list is scrolled to. */
export interface ScrollPosition {
  readonly scrollTop: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

/** Rows beyond the view that are shown as well, so that scrolling shows no gaps. */
const overscan = 12

/** The rows to show. */
export function visibleRows({ scrollTop, height, rowHeight, count }: ScrollPosition): VisibleRows {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - overscan)
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan)
  return { first, end: Math.max(first, end) }
}
