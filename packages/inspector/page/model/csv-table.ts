/** A table: the head, and rows. */
export type Cells = readonly (readonly string[])[]

/** The cells of a table of flow control: values separated by commas and spaces, one row a line. */
export function csvCells(text: string): Cells {
  return text
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .map((cells) => (cells.at(-1) === '' ? cells.slice(0, -1) : cells))
    .filter((cells) => cells.length > 1)
}

/** The head and the queues with requests: a level has 64 queues, and most are empty. */
export function busyQueues([head = [], ...queues]: Cells): Cells {
  const counted = ['PendingRequests', 'ExecutingRequests'].map((title) => head.indexOf(title))
  return [head, ...queues.filter((cells) => counted.some((column) => Number(cells[column] ?? 0) > 0))]
}
