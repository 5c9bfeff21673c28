import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { node, pod } from './support/manifests.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'

onEveryKubectl('cordon, drain, taint', (k) => {
  it('cordons and uncordons', async () => {
    await k.have(node('n1'))
    await k.prints('cordon n1', 'node/n1 cordoned\n')
    await k.prints('cordon n1', 'node/n1 already cordoned\n')
    await k.prints(
      'get node n1',
      lines`
      NAME   STATUS                     ROLES    AGE   VERSION
      n1     Ready,SchedulingDisabled   <none>   <age>   v1.33.0
    `,
    )
    await k.prints('uncordon n1', 'node/n1 uncordoned\n')
    await k.prints('uncordon n1', 'node/n1 already uncordoned\n')
  })

  if (k.minor >= 21)
    it('drains by dry run, which leaves everything where it is', async () => {
      await k.have(node('n1'), pod('p', {}, { nodeName: 'n1' }))
      await k.ends('drain n1 --dry-run=server --force', {
        stdout: lines`
      node/n1 cordoned (server dry run)
      evicting pod default/p (server dry run)
      node/n1 drained (server dry run)
    `,
        stderr: 'Warning: deleting Pods that declare no controller: default/p\n',
      })
      await k.prints('get pods -o name', 'pod/p\n')
    })

  it('drains: evicts what can go, and keeps it unschedulable', async () => {
    await k.have(node('n1'), pod('p', {}, { nodeName: 'n1' }))
    await k.ends('drain n1', {
      code: 1,
      stdout: 'node/n1 cordoned\n',
      stderr:
        k.minor < 27
          ? lines`
      error: unable to drain node "n1", aborting command...

      There are pending nodes to be drained:
       n1
      error: cannot delete Pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet (use --force to override): default/p
    `
          : k.minor < 30
            ? lines`
      error: unable to drain node "n1" due to error:cannot delete Pods declare no controller (use --force to override): default/p, continuing command...
      There are pending nodes to be drained:
       n1
      cannot delete Pods declare no controller (use --force to override): default/p
    `
            : k.minor < 31
              ? lines`
      error: unable to drain node "n1" due to error:cannot delete cannot delete Pods that declare no controller (use --force to override): default/p, continuing command...
      There are pending nodes to be drained:
       n1
      cannot delete cannot delete Pods that declare no controller (use --force to override): default/p
    `
              : lines`
      error: unable to drain node "n1" due to error: cannot delete cannot delete Pods that declare no controller (use --force to override): default/p, continuing command...
      There are pending nodes to be drained:
       n1
      cannot delete cannot delete Pods that declare no controller (use --force to override): default/p
    `,
    })
    await k.ends('drain n1 --force --timeout=20s --grace-period=0', {
      stdout:
        k.minor < 27
          ? lines`
      node/n1 already cordoned
      evicting pod default/p
      pod/p evicted
      node/n1 evicted
    `
          : lines`
      node/n1 already cordoned
      evicting pod default/p
      pod/p evicted
      node/n1 drained
    `,
      stderr:
        k.minor < 27
          ? lines`
      WARNING: deleting Pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet: default/p
    `
          : 'Warning: deleting Pods that declare no controller: default/p\n',
    })
    await k.ends('get pods', { stderr: 'No resources found in default namespace.\n' })
  })

  it('drains a node with nothing on it', async () => {
    await k.have(node('n1'))
    await k.prints(
      'drain n1',
      lines`
      node/n1 cordoned
      node/n1 drained
    `,
    )
    await k.prints(
      'get node n1',
      lines`
      NAME   STATUS                     ROLES    AGE   VERSION
      n1     Ready,SchedulingDisabled   <none>   <age>   v1.33.0
    `,
    )
  })

  it('does not evict against a budget', async () => {
    await k.have(node('n1'), { ...pod('p', { app: 'web' }, { nodeName: 'n1' }) })
    await k.ok('create -f -', {
      input: lines`
      apiVersion: policy/v1
      kind: PodDisruptionBudget
      metadata: { name: calm }
      spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
    `,
    })
    await k.server
      .client({ apiVersion: 'v1', kind: 'Pod' })
      .namespace('default')
      .patchStatus('p', { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } })
    await k.server
      .client({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' })
      .namespace('default')
      .patchStatus('calm', {
        status: { observedGeneration: 1, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
      })
    await k.ends('drain n1 --force --timeout=2s', {
      code: 1,
      stdout: lines`
      node/n1 cordoned
      evicting pod default/p
      evicting pod default/p
    `,
      stderr:
        k.minor < 27
          ? lines`
      WARNING: deleting Pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet: default/p
      error when evicting pods/"p" -n "default" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.
      There are pending pods in node "n1" when an error occurred: error when evicting pods/"p" -n "default": global timeout reached: <age>
      pod/p
      error: unable to drain node "n1", aborting command...

      There are pending nodes to be drained:
       n1
      error: error when evicting pods/"p" -n "default": global timeout reached: <age>
    `
          : k.minor < 31
            ? lines`
      Warning: deleting Pods that declare no controller: default/p
      error when evicting pods/"p" -n "default" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.
      There are pending pods in node "n1" when an error occurred: error when evicting pods/"p" -n "default": global timeout reached: <age>
      pod/p
      error: unable to drain node "n1" due to error:error when evicting pods/"p" -n "default": global timeout reached: 2s, continuing command...
      There are pending nodes to be drained:
       n1
      error when evicting pods/"p" -n "default": global timeout reached: <age>
    `
            : lines`
      Warning: deleting Pods that declare no controller: default/p
      error when evicting pods/"p" -n "default" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.
      There are pending pods in node "n1" when an error occurred: error when evicting pods/"p" -n "default": global timeout reached: <age>
      pod/p
      error: unable to drain node "n1" due to error: error when evicting pods/"p" -n "default": global timeout reached: 2s, continuing command...
      There are pending nodes to be drained:
       n1
      error when evicting pods/"p" -n "default": global timeout reached: <age>
    `,
    })
  })

  it('taints and takes taints away', async () => {
    await k.have(node('n1'))
    await k.prints('taint node n1 team=blue:NoSchedule', 'node/n1 tainted\n')
    await k.fails(
      'taint node n1 team=blue:NoSchedule',
      'error: node n1 already has team taint(s) with same effect(s) and --overwrite is false\n',
    )
    await k.prints('taint node n1 team=red:NoSchedule --overwrite', 'node/n1 modified\n')
    await k.prints(
      'get node n1 -o jsonpath={.spec.taints}',
      '[{"effect":"NoSchedule","key":"team","value":"red"},{"effect":"NoSchedule","key":"node.kubernetes.io/not-ready"}]',
    )
    await k.prints('taint node n1 team:NoSchedule-', 'node/n1 untainted\n')
    await k.fails('taint node n1 team-', 'error: taint "team" not found\n')
  })

  it('has no measures to show', async () => {
    await k.have(node('n1'))
    await k.fails('top node', 'error: Metrics API not available\n')
    await k.fails('top pod', 'error: Metrics API not available\n')
  })

  it('says that a pod has no node yet', async () => {
    await k.have(pod('p'))
    await k.prints('logs p', '')
    await k.fails('exec p -- ls', 'Error from server (BadRequest): pod p does not have a host assigned\n')
    await k.fails(
      'logs nothing',
      k.minor < 30
        ? 'Error from server (NotFound): pods "nothing" not found\n'
        : 'error: error from server (NotFound): pods "nothing" not found in namespace "default"\n',
    )
  })

  it('does not find a node', async () => {
    await k.fails('cordon nothing', 'Error from server (NotFound): nodes "nothing" not found\n')
    await k.fails('describe node nothing', 'Error from server (NotFound): nodes "nothing" not found\n')
  })
})
