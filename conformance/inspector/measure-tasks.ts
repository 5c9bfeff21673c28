import { waitFor, type Tab } from './page-actions.ts'
import { pageTasks, type PageTask, type PageTasks } from './trace-tasks.ts'

/** Tasks are in the first category, the first paint in the others. */
const categories = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'loading', 'rail']

/**
 * Records the tasks of the main thread of a page while something is done with it. A task has the time that the processor
 * has spent on it, which does not depend on what else the machine does, and the time on the wall.
 */
export async function measureTasks(page: Tab, work: () => Promise<unknown>): Promise<PageTasks> {
  await page.tracing.start({ categories })
  try {
    await work()
    // A task is recorded at its end, which may come after its result has. This runs in a task after it.
    await page.evaluate(() => undefined)
  } catch (error) {
    await page.tracing.stop()
    throw error
  }
  const trace = await page.tracing.stop()
  if (trace === undefined) throw new TypeError('the browser has recorded no trace')
  return pageTasks(new TextDecoder().decode(trace), new URL(page.url()).origin)
}

/** The time of the processor that the tasks until the first paint took, in milliseconds. */
export function firstPaintOf({ tasks, firstPaintAtMs }: PageTasks): number {
  if (firstPaintAtMs === undefined) throw new TypeError('the page has painted nothing')
  const before = tasks.filter(({ startMs }) => startMs <= firstPaintAtMs)
  return before.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

/** The task that the processor spent most time on. */
export function longestOf({ tasks }: PageTasks): PageTask {
  return tasks.reduce((longest, task) => (task.cpuMs > longest.cpuMs ? task : longest))
}

/** Types a name into the filter of the page Objects, as fast as a person. */
export async function typeNames(page: Tab): Promise<void> {
  for (const text of ['item-0', '999', '9']) {
    await page.type('.filters input[type=search]', text, { delay: 60 })
    await waitFor(page, () => document.querySelectorAll('.rows .row').length > 0)
  }
}
