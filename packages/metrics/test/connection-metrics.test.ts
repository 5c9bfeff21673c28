import { expect, it } from 'vitest'
import { createConnectionMetrics, createMetrics } from '../src/index.ts'

it('has the counters of logs from the first log on, as kube-apiserver', async () => {
  const metrics = await createMetrics()
  const { logRequested } = createConnectionMetrics(metrics, 'kube')
  expect(await metrics.text()).not.toContain('pod_logs')
  logRequested(true)
  expect(await metrics.text()).toContain('kube_apiserver_pod_logs_backend_tls_failure_total 0')
})
