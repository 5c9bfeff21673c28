import { expect, it } from 'vitest'
import { configurationsFor } from '../../examples/admission-plugin/src/configurations.ts'
import { teamLabel } from '../../examples/admission-plugin/src/team-label.ts'
import { startWebhook, type RunningWebhook } from '../../examples/admission-plugin/src/webhook.ts'
import type { Kubectl } from './support/kubectl.ts'
import { lines } from './support/lines.ts'
import { pod, type Manifest } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

const sizes: Manifest = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'sizes' },
  spec: {
    limits: [{ type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '250m' }, max: { cpu: '1' } }],
  },
}
const usualClass: Manifest = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'usual', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'example.dev/p',
}
const claim: Manifest = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}
const frontClass: Manifest = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  metadata: { name: 'front', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
  spec: { controller: 'example.dev/c' },
}
const create = (k: Kubectl, ...manifests: readonly Manifest[]): Promise<unknown> =>
  k.ok('create -f -', { input: manifests.map((one) => `---\n${JSON.stringify(one)}\n`).join('') })
const failsToCreate = (k: Kubectl, manifest: Manifest, stderr: string): Promise<void> =>
  k.fails('create -f -', `Error from server (Forbidden): error when creating "STDIN": ${stderr}\n`, {
    input: JSON.stringify(manifest),
  })

onNewestKubectl('limits', (k) => {
  it('are described, given to who says nothing, and hold', async () => {
    await create(k, sizes)
    await k.prints(
      'describe limits sizes',
      lines`
      Name:       sizes
      Namespace:  default
      Type        Resource  Min  Max  Default Request  Default Limit  Max Limit/Request Ratio
      ----        --------  ---  ---  ---------------  -------------  -----------------------
      Container   cpu       -    1    250m             500m           -
    `,
    )
    await k.prints('run web --image=nginx', 'pod/web created\n')
    await k.prints(
      'get pod web -o jsonpath={.spec.containers[0].resources}',
      '{"limits":{"cpu":"500m"},"requests":{"cpu":"250m"}}',
    )
    const described = await k.ok('describe pod web')
    expect(described).toContain(
      'kubernetes.io/limit-ranger: LimitRanger plugin set: cpu request for container web; cpu limit for container web\n',
    )
    expect(described).toMatch(/Limits:\n +cpu: +500m\n +Requests:\n +cpu: +250m\n/)
    const resources = { limits: { cpu: '2' } }
    await failsToCreate(
      k,
      pod('big', {}, { containers: [{ name: 'main', image: 'i', resources }] }),
      'pods "big" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    )
  })
})

onNewestKubectl('quotas beside limits', (k) => {
  it('are exceeded with what limits have filled in', async () => {
    await create(k, sizes)
    await k.prints('create quota small --hard=requests.cpu=300m,pods=5', 'resourcequota/small created\n')
    await k.prints('run web --image=nginx', 'pod/web created\n')
    await k.fails(
      'run other --image=nginx',
      'Error from server (Forbidden): pods "other" is forbidden: exceeded quota: small, requested: requests.cpu=250m, used: requests.cpu=250m, limited: requests.cpu=300m\n',
    )
    await k.prints(
      'get quota small',
      lines`
      NAME    REQUEST                              LIMIT   AGE
      small   pods: 1/5, requests.cpu: 250m/300m           <age>
    `,
    )
  })

  it('are judged on dry run, and not charged', async () => {
    await k.prints(
      'create quota one --hard=count/configmaps=1 --dry-run=server',
      'resourcequota/one created (server dry run)\n',
    )
    await k.fails('get quota one', 'Error from server (NotFound): resourcequotas "one" not found\n')
    await k.ok('create quota one --hard=count/configmaps=1')
    await k.prints('create configmap a --dry-run=server', 'configmap/a created (server dry run)\n')
    await k.prints('create configmap b', 'configmap/b created\n')
    await k.fails(
      'create configmap c --dry-run=server',
      'error: failed to create configmap: configmaps "c" is forbidden: exceeded quota: one, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1\n',
    )
  })
})

onNewestKubectl('priority classes', (k) => {
  const priorityOf = (name: string): string =>
    `get pod ${name} -o jsonpath={.spec.priority},{.spec.priorityClassName},{.spec.preemptionPolicy}`

  it('are made, shown and described', async () => {
    await k.prints(
      'create priorityclass high --value=1000 --description=first --preemption-policy=Never',
      'priorityclass.scheduling.k8s.io/high created\n',
    )
    await k.prints(
      'get priorityclass high',
      lines`
      NAME   VALUE   GLOBAL-DEFAULT   AGE   PREEMPTIONPOLICY
      high   1000    false            <age>   Never
    `,
    )
    await k.prints(
      'describe priorityclass high',
      lines`
      Name:              high
      Value:             1000
      GlobalDefault:     false
      PreemptionPolicy:  Never
      Description:       first
      Annotations:       <none>
      Events:            <none>
    `,
    )
  })

  it('give pods their priority; one of them does so for all that name none', async () => {
    await k.ok('create priorityclass high --value=1000 --preemption-policy=Never')
    await k.ok('run early --image=nginx')
    await k.prints(priorityOf('early'), '0,,PreemptLowerPriority')
    await k.ok('create priorityclass usual --value=5 --global-default=true')
    await k.fails(
      'create priorityclass other --value=6 --global-default=true',
      'error: failed to create priorityclass: priorityclasses.scheduling.k8s.io "other" is forbidden: PriorityClass usual is already marked as default. Only one default can exist\n',
    )
    await k.ok('run late --image=nginx')
    await k.prints(priorityOf('late'), '5,usual,PreemptLowerPriority')
    await create(k, pod('first', {}, { priorityClassName: 'high' }))
    await k.prints(priorityOf('first'), '1000,high,Never')
    await failsToCreate(
      k,
      pod('a', {}, { priorityClassName: 'none' }),
      'pods "a" is forbidden: no PriorityClass with name none was found',
    )
    await failsToCreate(
      k,
      pod('a', {}, { priority: 7 }),
      'pods "a" is forbidden: the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 5 from the given PriorityClass name',
    )
  })
})

onNewestKubectl('classes by default', (k) => {
  it('are marked, given to claims, and kept while claims are in use', async () => {
    await create(k, usualClass, claim)
    await k.prints(
      'get storageclass',
      lines`
      NAME              PROVISIONER     RECLAIMPOLICY   VOLUMEBINDINGMODE   ALLOWVOLUMEEXPANSION   AGE
      usual (default)   example.dev/p   Delete          Immediate           false                  <age>
    `,
    )
    await k.prints('get pvc data -o jsonpath={.spec.storageClassName}', 'usual')
    await k.server
      .client({ apiVersion: 'v1', kind: 'PersistentVolumeClaim' })
      .namespace('default')
      .patchStatus('data', { status: { phase: 'Bound', capacity: { storage: '1Gi' } } })
    await k.fails(
      `patch pvc data -p '{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}'`,
      'Error from server (Forbidden): persistentvolumeclaims "data" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize\n',
    )
    await k.ok('delete pvc data --wait=false')
    await k.prints('get pvc data -o jsonpath={.metadata.finalizers}', '["kubernetes.io/pvc-protection"]')
    expect(await k.ok('get pvc data')).toContain('Terminating')
  })

  it('are given to ingresses', async () => {
    await create(k, frontClass)
    await k.prints('create ingress web --rule=a.example/=web:80', 'ingress.networking.k8s.io/web created\n')
    await k.prints(
      'get ingress web',
      lines`
      NAME   CLASS   HOSTS       ADDRESS   PORTS   AGE
      web    front   a.example             80      <age>
    `,
    )
  })

  it('are the newest of several', async () => {
    // Of two of the same second, the first by name.
    await create(k, usualClass, { ...usualClass, metadata: { ...usualClass.metadata, name: 'second' } }, claim)
    await k.prints('get pvc data -o jsonpath={.spec.storageClassName}', 'second')
  })
})

onNewestKubectl('namespaces', (k) => {
  it('must be there, and some must stay', async () => {
    await k.fails(
      'create configmap a -n nowhere',
      'error: failed to create configmap: namespaces "nowhere" not found\n',
    )
    await k.fails(
      'delete namespace default',
      'Error from server (Forbidden): namespaces "default" is forbidden: this namespace may not be deleted\n',
    )
  })
})

onNewestKubectl(
  'service accounts',
  (k) => {
    it('must be there', async () => {
      await failsToCreate(
        k,
        pod('web', {}, { serviceAccountName: 'web' }),
        'pods "web" is forbidden: error looking up service account default/web: serviceaccount "web" not found',
      )
      await k.prints('create serviceaccount web', 'serviceaccount/web created\n')
      await create(k, pod('web', {}, { serviceAccountName: 'web' }))
      await k.prints(
        'get pod web -o jsonpath={.spec.serviceAccount},{.spec.containers[0].volumeMounts[0].mountPath}',
        'web,/var/run/secrets/kubernetes.io/serviceaccount',
      )
      expect(await k.ok('describe pod web')).toMatch(/Service Account: +web\n/)
    })
  },
  { admissionControl: { enable: ['ServiceAccount'] } },
)

/** What the same rule says, wherever it runs. */
async function teams(k: Kubectl, refused: string): Promise<void> {
  const created = 'deployment.apps/web created'
  const stderr = 'Warning: this deployment has no team\n'
  const make = 'create deployment web --image=nginx'
  await k.ends(`${make} --dry-run=server`, { stdout: `${created} (server dry run)\n`, stderr })
  await k.fails('get deployment web', 'Error from server (NotFound): deployments.apps "web" not found\n')
  await k.ends(make, { stdout: `${created}\n`, stderr })
  await k.prints('get deployment web -o jsonpath={.metadata.labels}', '{"app":"web","team":"none"}')
  await k.prints('label deployment web team=a --overwrite', 'deployment.apps/web labeled\n')
  await k.fails('label deployment web team=b --overwrite', `Error from server (Forbidden): ${refused}\n`)
  await k.prints('scale deployment web --replicas=3', 'deployment.apps/web scaled\n')
}

onNewestKubectl(
  'a plugin of the host',
  (k) => {
    it('changes, warns and refuses', () =>
      teams(k, 'deployments.apps "web" is forbidden: team "a" keeps its deployment'))
  },
  { admission: [teamLabel] },
)

onNewestKubectl('webhooks', (k) => {
  const configured = async (): Promise<RunningWebhook> => {
    const webhook = await startWebhook()
    const configurations = configurationsFor(webhook, 'admissionregistration.k8s.io')
    await create(k, ...configurations.map((configuration) => ({ ...configuration })))
    return webhook
  }

  it('change, warn and refuse', async () => {
    const webhook = await configured()
    try {
      await teams(k, 'admission webhook "team-label.example.dev" denied the request: team "a" keeps its deployment')
    } finally {
      await webhook.close()
    }
  })

  it('are shown', async () => {
    const webhook = await configured()
    await webhook.close()
    for (const kind of ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']) {
      await k.prints(
        `get ${kind}`,
        lines`
        NAME         WEBHOOKS   AGE
        team-label   1          <age>
      `,
      )
    }
    await k.prints(
      'get mutatingwebhookconfiguration team-label -o jsonpath={.webhooks[0].failurePolicy},{.webhooks[0].matchPolicy},{.webhooks[0].reinvocationPolicy}',
      'Fail,Equivalent,Never',
    )
  })

  it('fail the request where they cannot be reached, or let it pass', async () => {
    const webhook = await configured()
    const { port } = new URL(webhook.url)
    await webhook.close()
    await k.fails(
      'create deployment web --image=nginx',
      `error: failed to create deployment: Internal error occurred: failed calling webhook "team-label.example.dev": failed to call webhook: Post "<server>/mutate?timeout=5s": dial tcp 127.0.0.1:${port}: connect: connection refused\n`,
    )
    const lax = `[{"op":"replace","path":"/webhooks/0/failurePolicy","value":"Ignore"}]`
    for (const kind of ['mutating', 'validating']) {
      await k.ok(`patch ${kind}webhookconfiguration team-label --type=json -p '${lax}'`)
    }
    await k.prints('create deployment web --image=nginx', 'deployment.apps/web created\n')
  })

  it('that match by invalid expressions are refused', async () => {
    const webhook = await configured()
    await webhook.close()
    const add = `[{"op":"add","path":"/webhooks/0/matchConditions","value":[{"name":"mine","expression":"x"}]}]`
    const { code, stderr } = await k.run(`patch mutatingwebhookconfiguration team-label --type=json -p '${add}'`)
    expect(code).toBe(1)
    expect(stderr).toContain('webhooks[0].matchConditions[0].expression')
    expect(stderr).toContain("compilation failed: ERROR: <input>:1:1: undeclared reference to 'x' (in container '')")
  })
})
