import { humanDuration, parseTime } from '@pinnace/meta'
import { ageSince, column, columns, constantCell, timedColumn, type Column, type KeptCell } from '@pinnace/resources'
import type { CronJob, Job } from '@pinnace/types/batch-v1'
import { containersColumn, imagesColumn } from './containers.ts'
import { formatSelector } from './format.ts'

// upstream: printers, printJob
export const jobColumns: readonly Column<Job>[] = columns<Job>(
  column('Status', jobStatus),
  column('Completions', jobCompletions),
  timedColumn('Duration', jobDuration),
  containersColumn<Job>(({ spec }) => spec?.template, { wide: true }),
  imagesColumn<Job>(({ spec }) => spec?.template, { wide: true }),
  column('Selector', (object) => formatSelector(object.spec?.selector), { wide: true }),
)

// upstream: printers, printCronJob
export const cronJobColumns: readonly Column<CronJob>[] = columns<CronJob>(
  column('Schedule', (object) => object.spec?.schedule ?? ''),
  column('Timezone', (object) => object.spec?.timeZone ?? '<none>'),
  column('Suspend', ({ spec }) => (spec?.suspend === undefined ? '<unset>' : spec.suspend ? 'True' : 'False'), {
    type: 'boolean',
  }),
  column('Active', (object) => object.status?.active?.length ?? 0, { type: 'integer' }),
  timedColumn('Last Schedule', ({ status }) =>
    status?.lastScheduleTime ? ageSince(status.lastScheduleTime) : constantCell('<none>'),
  ),
  containersColumn<CronJob>(({ spec }) => spec?.jobTemplate.spec?.template, { wide: true }),
  imagesColumn<CronJob>(({ spec }) => spec?.jobTemplate.spec?.template, { wide: true }),
  column('Selector', ({ spec }) => formatSelector(spec?.jobTemplate.spec?.selector), { wide: true }),
)

function jobStatus({ metadata, status }: Job): string {
  const has = (type: string): boolean =>
    status?.conditions?.some((one) => one.type === type && one.status === 'True') ?? false
  if (has('Complete')) return 'Complete'
  if (has('Failed')) return 'Failed'
  if (metadata.deletionTimestamp !== undefined) return 'Terminating'
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(has) ?? 'Running'
}

function jobCompletions({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`
  const parallelism = spec?.parallelism ?? 0
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function jobDuration({ status }: Job): KeptCell {
  const start = status?.startTime ? parseTime(status.startTime) : undefined
  if (start === undefined) return constantCell('')
  const end = status?.completionTime ? parseTime(status.completionTime) : undefined
  return end === undefined ? ageSince(status?.startTime) : constantCell(humanDuration(end - start))
}
