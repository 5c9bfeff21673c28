import {
  simulateWorkloads,
  startControllers,
  type Controllers,
  type SimulateWorkloadsOptions,
} from '@pinnace/controllers'
import { expect, it } from 'vitest'
import { lines } from './support/lines.ts'
import { daemonSet, deployment, statefulSet } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('simulated workloads', (k) => {
  /** Begins what simulates workloads on the server of this check. */
  async function simulate(options: SimulateWorkloadsOptions = { nodes: 2 }): Promise<Controllers> {
    const additional = simulateWorkloads(options)
    const besides = ['garbage-collector-controller', 'endpoints-controller', 'endpointslice-controller']
    const names = [...besides, ...additional.map(({ name }) => name)]
    const controllers = startControllers({ client: k.server.connect(), additional, controllers: names })
    await controllers.started
    return controllers
  }

  it('rolls out, restarts, goes back', async () => {
    await using _ = await simulate()
    await k.have(deployment('web'))
    const done = 'deployment "web" successfully rolled out\n'
    expect(await k.ok('rollout status deployment web --timeout=30s')).toContain(done)
    await k.ok('set image deployment web main=example.dev/web:2')
    expect(await k.ok('rollout status deployment web --timeout=30s')).toContain(done)
    await k.prints(
      'rollout history deployment web',
      lines`
      deployment.apps/web
      REVISION  CHANGE-CAUSE
      1         <none>
      2         <none>

    `,
    )
    await k.prints('rollout undo deployment web', 'deployment.apps/web rolled back\n')
    expect(await k.ok('rollout status deployment web --timeout=30s')).toContain(done)
    expect(await k.ok('rollout history deployment web')).toMatch(/\n2 .*\n3 /)
    await k.prints('rollout restart deployment web', 'deployment.apps/web restarted\n')
    expect(await k.ok('rollout status deployment web --timeout=30s')).toContain(done)
    await k.ok('wait deployment web --for=condition=Available --timeout=30s')
    await k.prints(
      'get deployment web',
      lines`
      NAME   READY   UP-TO-DATE   AVAILABLE   AGE
      web    2/2     2            2           <age>
    `,
    )
  })

  it('scales, and waits for what comes and goes', async () => {
    await using _ = await simulate()
    await k.have(deployment('web'))
    await k.ok('rollout status deployment web --timeout=30s')
    await k.ok('scale deployment web --replicas=4')
    await k.ok('rollout status deployment web --timeout=30s')
    expect((await k.ok('get pods -o name')).trim().split('\n')).toHaveLength(4)
    await k.ok('scale deployment web --replicas=0')
    await k.ok('wait pods -l app=web --for=delete --timeout=30s')
    expect(await k.ok('get pods -o name')).toBe('')
  })

  it('runs a pod, and deletes it when it has stopped', async () => {
    await using _ = await simulate({ nodes: 1 })
    await k.prints('run one --image=example.dev/one:1', 'pod/one created\n')
    await k.prints('wait pod one --for=condition=Ready --timeout=30s', 'pod/one condition met\n')
    await k.prints(
      'get pod one',
      lines`
      NAME   READY   STATUS    RESTARTS   AGE
      one    1/1     Running   0          <age>
    `,
    )
    expect(await k.ok('describe pod one')).toContain('Successfully assigned default/one to node-1')
    await k.ok('delete pod one --wait --timeout=30s')
    expect(await k.ok('get pods -o name')).toBe('')
  })

  it('creates a job that completes, also from a cron job', async () => {
    await using _ = await simulate()
    await k.prints('create job once --image=example.dev/job:1', 'job.batch/once created\n')
    await k.prints('wait job once --for=condition=complete --timeout=30s', 'job.batch/once condition met\n')
    expect(await k.ok('get pods -l job-name=once')).toMatch(/once-\w+ +0\/1 +Completed +0 /)
    await k.ok('create cronjob tick --image=example.dev/job:1 --schedule="0 0 1 1 *"')
    await k.prints('create job now --from=cronjob/tick', 'job.batch/now created\n')
    await k.prints('wait job now --for=condition=complete --timeout=30s', 'job.batch/now condition met\n')
  })

  it('sees the rollouts of stateful sets and daemon sets', async () => {
    await using _ = await simulate()
    await k.have(statefulSet('db'), daemonSet('agent'))
    await k.ok('rollout status statefulset db --timeout=30s')
    expect(await k.ok('rollout status daemonset agent --timeout=30s')).toContain(
      'daemon set "agent" successfully rolled out\n',
    )
    await k.ok('set image daemonset agent main=example.dev/agent:2')
    await k.ok('rollout status daemonset agent --timeout=30s')
    expect(await k.ok('rollout history daemonset agent')).toMatch(/\n1 .*\n2 /)
    await k.prints('rollout undo daemonset agent', 'daemonset.apps/agent rolled back\n')
    await k.ok('rollout status daemonset agent --timeout=30s')
    expect(await k.ok('get pods -o name')).toContain('pod/db-0\n')
  })

  it('drains a node, within a budget', async () => {
    await using _ = await simulate({ nodes: 2 })
    await k.have(deployment('web', { replicas: 3 }), {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
    })
    await k.ok('rollout status deployment web --timeout=30s')
    expect(await k.ok('drain node-1 --timeout=40s')).toContain('node/node-1 drained\n')
    await k.ok('rollout status deployment web --timeout=30s')
    expect((await k.ok('get pods -o jsonpath={.items[*].spec.nodeName}')).split(' ')).toEqual(Array(3).fill('node-2'))
    await k.prints('uncordon node-1', 'node/node-1 uncordoned\n')
  })

  it('says why a pod finds no node', async () => {
    await using _ = await simulate({ nodes: 1 })
    await k.have(deployment('big', { replicas: 1, template: bigTemplate }))
    await k.ok('wait pods -l app=big --for=condition=PodScheduled=false --timeout=30s')
    expect(await k.ok('describe pods -l app=big')).toContain('0/1 nodes are available: 1 Insufficient cpu.')
  })

  it('shows where a service is served', async () => {
    await using _ = await simulate({ nodes: 1 })
    await k.have(deployment('web', { replicas: 1 }))
    await k.ok('rollout status deployment web --timeout=30s')
    await k.prints('expose deployment web --port=80 --target-port=8080', 'service/web exposed\n')
    await expect
      .poll(() => k.ok('get endpoints web -o jsonpath={.subsets[0].addresses[0].ip}:{.subsets[0].ports[0].port}'))
      .toMatch(/^10\.244\.0\.\d+:8080$/)
    expect(await k.ok('get endpointslices -l kubernetes.io/service-name=web')).toMatch(
      /web-\w+ +IPv4 +8080 +10\.244\.0\.\d+ /,
    )
  })
})

const bigTemplate = {
  metadata: { labels: { app: 'big' } },
  spec: { containers: [{ name: 'main', image: 'example.dev/web:1', resources: { requests: { cpu: '1000' } } }] },
}
