import type { Stage, StageRequirement } from './stage.ts'

const pod = { apiVersion: 'v1', kind: 'Pod' } as const
const isKept: StageRequirement = { key: '.metadata.deletionTimestamp', operator: 'DoesNotExist' }

/**
 * What pods do, as stages: they run and are ready at once, those of jobs and those that are never restarted succeed, and
 * deleted ones end. To combine with stages of your own: `stages: [...podStages, ...own]`.
 */
export const podStages: readonly Stage[] = [
  {
    name: 'pod-run',
    resource: pod,
    selector: { matchExpressions: [isKept, { key: '.status.startTime', operator: 'DoesNotExist' }] },
    steps: [{ patch: { root: 'status', subresource: 'status', template: runTemplate() } }],
  },
  ...endOf('pod-complete', { key: '.spec.restartPolicy', operator: 'In', values: ['Never'] }),
  ...endOf('pod-complete-job', { key: '.spec.restartPolicy', operator: 'NotIn', values: ['Never'] }, [
    { key: '.metadata.ownerReferences[].kind', operator: 'In', values: ['Job'] },
  ]),
  {
    name: 'pod-delete',
    resource: pod,
    selector: {
      matchExpressions: [
        { key: '.metadata.deletionTimestamp', operator: 'Exists' },
        { key: '.metadata.deletionGracePeriodSeconds', operator: 'NotIn', values: ['0'] },
      ],
    },
    steps: [{ delete: true }],
  },
]

function endOf(name: string, ...more: readonly (StageRequirement | readonly StageRequirement[])[]): readonly Stage[] {
  const isRunning: StageRequirement = { key: '.status.phase', operator: 'In', values: ['Running'] }
  return [
    {
      name,
      resource: pod,
      selector: { matchExpressions: [isKept, isRunning, ...more.flat()] },
      steps: [{ patch: { root: 'status', subresource: 'status', template: completeTemplate() } }],
    },
  ]
}

function runTemplate(): string {
  return `
{{- $now := Now | Quote }}
phase: Running
startTime: {{ $now }}
hostIP: {{ NodeIP | Quote }}
hostIPs: [{ ip: {{ NodeIP | Quote }} }]
podIP: {{ PodIP | Quote }}
podIPs: [{ ip: {{ PodIP | Quote }} }]
conditions:
{{- range list "PodReadyToStartContainers" "Initialized" "Ready" "ContainersReady" "PodScheduled" }}
- { type: {{ . }}, status: "True", lastTransitionTime: {{ $now }} }
{{- end }}
{{- range .spec.readinessGates }}
- { type: {{ .conditionType | Quote }}, status: "True", lastTransitionTime: {{ $now }} }
{{- end }}
{{- with .spec.initContainers }}
initContainerStatuses:
{{- range . }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  imageID: {{ .image | Quote }}
  ready: true
  restartCount: 0
  {{- if eq .restartPolicy "Always" }}
  started: true
  state: { running: { startedAt: {{ $now }} } }
  {{- else }}
  started: false
  state: { terminated: { exitCode: 0, reason: Completed, startedAt: {{ $now }}, finishedAt: {{ $now }} } }
  {{- end }}
{{- end }}
{{- end }}
containerStatuses:
{{- range .spec.containers }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  imageID: {{ .image | Quote }}
  ready: true
  started: true
  restartCount: 0
  state: { running: { startedAt: {{ $now }} } }
{{- end }}
`
}

function completeTemplate(): string {
  return `
{{- $now := Now | Quote }}
phase: Succeeded
conditions:
- { type: Ready, status: "False", reason: PodCompleted, lastTransitionTime: {{ $now }} }
- { type: ContainersReady, status: "False", reason: PodCompleted, lastTransitionTime: {{ $now }} }
containerStatuses:
{{- range $index, $container := .spec.containers }}
{{- $known := index $.status.containerStatuses $index }}
- name: {{ $container.name | Quote }}
  image: {{ $container.image | Quote }}
  imageID: {{ $container.image | Quote }}
  ready: false
  started: false
  restartCount: {{ $known.restartCount }}
  state:
    terminated:
      exitCode: 0
      reason: Completed
      startedAt: {{ $known.state.running.startedAt | Quote }}
      finishedAt: {{ $now }}
{{- end }}
`
}
