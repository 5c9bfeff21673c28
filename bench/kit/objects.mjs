// The objects that are stored, sent and answered.

/** A pod whose JSON, as a server answers it, is about 2 KB. `%d` stands for its number. */
export function podTemplate() {
  const container = (name) => ({
    name,
    image: `registry.example/app/${name}:1.2.3`,
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    env: [
      { name: 'LEVEL', value: 'info' },
      { name: 'NODE', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'spec.nodeName' } } },
    ],
    volumeMounts: [{ name: 'cache', mountPath: '/var/cache' }],
    resources: { requests: { cpu: '250m', memory: '64Mi' } },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
  })
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pod-%d', namespace: 'default', labels: { app: 'web', tier: 'front', slot: 'slot-%s' } },
    spec: {
      containers: [container('main')],
      volumes: [{ name: 'cache', emptyDir: {} }],
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
      // Without a volume for a token, whose name is random, the specs of all pods are equal.
      automountServiceAccountToken: false,
    },
  }
}

/** The text of a template for one number; one pod in a hundred has the same slot. */
export function fill(text, number) {
  return text.replaceAll('%d', String(number)).replaceAll('%s', String(number % 100))
}

/** A DaemonSet of about 2.7 KB, as users write them. */
export function daemonSetTemplate() {
  const probe = (path) => ({ httpGet: { path, port: 9100, scheme: 'HTTP' }, periodSeconds: 10, timeoutSeconds: 1 })
  const container = (name) => ({
    name,
    image: `registry.example/monitoring/${name}:2.8.1`,
    imagePullPolicy: 'IfNotPresent',
    args: ['--path.procfs=/host/proc', '--path.sysfs=/host/sys', '--web.listen-address=$(HOST_IP):9100'],
    env: [
      { name: 'HOST_IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.hostIP' } } },
      { name: 'LEVEL', value: 'info' },
    ],
    ports: [{ name: 'metrics', containerPort: 9100, hostPort: 9100, protocol: 'TCP' }],
    resources: { limits: { cpu: '500m', memory: '128Mi' }, requests: { cpu: '100m', memory: '64Mi' } },
    volumeMounts: [
      { name: 'proc', mountPath: '/host/proc', readOnly: true },
      { name: 'sys', mountPath: '/host/sys', readOnly: true },
    ],
    livenessProbe: probe('/live'),
    readinessProbe: probe('/ready'),
    securityContext: { runAsNonRoot: true, runAsUser: 65_534, allowPrivilegeEscalation: false },
  })
  const labels = { app: 'exporter', component: 'metrics', release: 'stable' }
  const second = { ...container('proxy'), ports: [{ name: 'https', containerPort: 9101, protocol: 'TCP' }] }
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'exporter-%d', namespace: 'default', labels, annotations: { note: 'scraped by the collector' } },
    spec: {
      selector: { matchLabels: labels },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
      template: {
        metadata: { labels },
        spec: {
          containers: [container('exporter'), second],
          hostNetwork: true,
          hostPID: true,
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          tolerations: [
            { operator: 'Exists', effect: 'NoSchedule' },
            { key: 'role', operator: 'Equal', value: 'infra', effect: 'NoExecute' },
          ],
          volumes: [
            { name: 'proc', hostPath: { path: '/proc', type: 'Directory' } },
            { name: 'sys', hostPath: { path: '/sys', type: 'Directory' } },
          ],
        },
      },
    },
  }
}
