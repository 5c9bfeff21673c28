import { type Column, column, columns } from '@pinnace/resources'
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '@pinnace/types/autoscaling-v2'
import { orUnset } from './format.ts'

// upstream: printers, printHorizontalPodAutoscaler
export const autoscalerColumns: readonly Column<HorizontalPodAutoscaler>[] = columns<HorizontalPodAutoscaler>(
  column('Reference', ({ spec }) =>
    spec === undefined ? '' : `${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`,
  ),
  column('Targets', ({ spec, status }) => formatMetrics(spec?.metrics ?? [], status?.currentMetrics ?? [])),
  column('MinPods', (object) => orUnset(object.spec?.minReplicas)),
  // upstream: numbers in columns of text.
  column('MaxPods', (object) => object.spec?.maxReplicas ?? 0),
  column('Replicas', (object) => object.status?.currentReplicas ?? 0),
)

const shown = 2

// upstream: printers, formatHPAMetrics
function formatMetrics(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (specs.length === 0) return '<none>'
  const texts = specs.map((spec, index) => formatMetric(spec, statuses[index]))
  const text = texts.slice(0, shown).join(', ')
  return texts.length > shown ? `${text} + ${texts.length - shown} more...` : text
}

function formatMetric(spec: MetricSpec, status: MetricStatus | undefined): string {
  switch (spec.type) {
    case 'External':
      return formatValue(spec.external?.target, status?.external)
    case 'Object':
      return formatValue(spec.object?.target, status?.object)
    case 'Pods':
      return `${orNil(status?.pods, 'averageValue')}/${spec.pods?.target.averageValue ?? ''}`
    case 'Resource':
      return formatResource(spec.resource?.name, spec.resource?.target, status?.resource)
    case 'ContainerResource':
      return formatResource(spec.containerResource?.name, spec.containerResource?.target, status?.containerResource)
    default:
      return '<unknown type>'
  }
}

const unknown = '<unknown>'

/** What was last seen of a metric. */
interface Seen {
  readonly current: MetricValueStatus
}

/** An amount that was seen. */
// upstream: what was seen without the amount prints Go's word for nothing.
function orNil(seen: Seen | undefined, amount: 'value' | 'averageValue'): string {
  return seen === undefined ? unknown : (seen.current[amount] ?? '<nil>')
}

function formatValue(target: MetricTarget | undefined, seen: Seen | undefined): string {
  if (target?.averageValue !== undefined) return `${seen?.current.averageValue ?? unknown}/${target.averageValue} (avg)`
  return `${orNil(seen, 'value')}/${target?.value ?? ''}`
}

function formatResource(name = '', target: MetricTarget | undefined, seen: Seen | undefined): string {
  if (target?.averageValue !== undefined) return `${name}: ${orNil(seen, 'averageValue')}/${target.averageValue}`
  const percent = (value: number | undefined, absent: string): string => (value === undefined ? absent : `${value}%`)
  return `${name}: ${percent(seen?.current.averageUtilization, unknown)}/${percent(target?.averageUtilization, '<auto>')}`
}
