import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { deployment, statefulSet, daemonSet } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('rollout', (k) => {
  it('has no history without a controller', async () => {
    await k.have(deployment('web'))
    await k.prints(
      'rollout history deployment web',
      lines`
      deployment.apps/web
      No rollout history found.
    `,
    )
  })

  it('restarts by a note in the template', async () => {
    await k.have(deployment('web'))
    await k.prints('rollout restart deployment web', 'deployment.apps/web restarted\n')
    await k.prints('get deployment web -o jsonpath={.metadata.generation}', '2')
  })

  it('pauses and resumes', async () => {
    await k.have(deployment('web'))
    await k.prints('rollout pause deployment web', 'deployment.apps/web paused\n')
    await k.fails('rollout pause deployment web', 'error: deployments.apps "web" is already paused\n')
    await k.prints('rollout resume deployment web', 'deployment.apps/web resumed\n')
    await k.fails('rollout resume deployment web', 'error: deployments.apps "web" is not paused\n')
  })

  it('waits for a rollout without a controller', async () => {
    await k.have(deployment('web'))
    await k.prints(
      'rollout status deployment web --watch=false',
      'Waiting for deployment spec update to be observed...\n',
    )
    await k.ends('rollout status deployment web --timeout=1s', {
      code: 1,
      stdout: 'Waiting for deployment spec update to be observed...\n',
      stderr: 'error: timed out waiting for the condition\n',
    })
  })

  if (k.minor >= 24)
    it('sees a rollout that has been performed', async () => {
      await k.have(deployment('web'))
      await k.ok(
        `patch deployment web --subresource=status --type=merge -p '{"status":{"observedGeneration":1,"replicas":2,"updatedReplicas":2,"readyReplicas":2,"availableReplicas":2}}'`,
      )
      await k.prints('rollout status deployment web', 'deployment "web" successfully rolled out\n')
      await k.prints(
        'get deployment web',
        lines`
      NAME   READY   UP-TO-DATE   AVAILABLE   AGE
      web    2/2     2            2           <age>
    `,
      )
    })

  it('has nothing to go back to', async () => {
    await k.have(deployment('web'))
    await k.fails('rollout undo deployment web', 'error: no rollout history found for deployment "web"\n')
  })

  if (k.minor >= 24)
    it('sees the rollout of stateful sets and daemon sets', async () => {
      await k.have(statefulSet('db'), daemonSet('agent'))
      await k.prints(
        'rollout restart statefulset/db daemonset/agent',
        lines`
      statefulset.apps/db restarted
      daemonset.apps/agent restarted
    `,
      )
      await k.ok(
        `patch daemonset agent --subresource=status --type=merge -p '{"status":{"observedGeneration":2,"currentNumberScheduled":1,"desiredNumberScheduled":1,"numberMisscheduled":0,"numberReady":1,"updatedNumberScheduled":1,"numberAvailable":1}}'`,
      )
      await k.prints('rollout status daemonset agent', 'daemon set "agent" successfully rolled out\n')
      await k.prints(
        'get daemonset agent',
        lines`
      NAME    DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR   AGE
      agent   1         1         1       1            1           <none>          <age>
    `,
      )
    })
})
