import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { configMap, deployment, statefulSet, replicaSet, service } from './support/manifests.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'

onEveryKubectl('scale, autoscale, set, expose, run', (k) => {
  it('scales a deployment', async () => {
    await k.have(deployment('web'))
    await k.prints('scale deployment web --replicas=5', 'deployment.apps/web scaled\n')
    await k.prints('get deployment web -o jsonpath={.spec.replicas},{.metadata.generation}', '5,2')
  })

  it('scales only from --current-replicas', async () => {
    await k.have(deployment('web'))
    await k.fails('scale deployment web --current-replicas=7 --replicas=5', 'error: Expected replicas to be 7, was 2\n')
    await k.prints('scale deployment web --current-replicas=2 --replicas=5', 'deployment.apps/web scaled\n')
  })

  it('scales every kind that scales', async () => {
    await k.have(statefulSet('db'), replicaSet('set'))
    await k.prints(
      'scale statefulset/db replicaset/set --replicas=3',
      lines`
      statefulset.apps/db scaled
      replicaset.apps/set scaled
    `,
    )
    await k.ok('create -f -', {
      input: lines`
      apiVersion: v1
      kind: ReplicationController
      metadata: { name: old }
      spec:
        replicas: 1
        selector: { app: old }
        template:
          metadata: { labels: { app: old } }
          spec: { containers: [{ name: main, image: example.dev/web:1 }] }
    `,
    })
    await k.prints('scale replicationcontroller old --replicas=2', 'replicationcontroller/old scaled\n')
    await k.prints(
      'get replicationcontroller old',
      lines`
      NAME   DESIRED   CURRENT   READY   AGE
      old    2         0         0       <age>
    `,
    )
  })

  it('refuses to scale what does not, or what is not there', async () => {
    await k.have(configMap('a'), deployment('web'))
    await k.fails(
      'scale configmap a --replicas=2',
      'Error from server (NotFound): the server could not find the requested resource\n',
    )
    await k.fails(
      'scale deployment nothing --replicas=2',
      k.minor < 27
        ? 'Error from server (NotFound): deployments.apps "nothing" not found\n'
        : k.minor < 32
          ? 'error: no objects passed to scale\n'
          : 'error: no objects passed to scale deployments.apps "nothing" not found\n',
    )
    await k.fails(
      'scale deployment web --replicas=-1',
      lines`
      error: The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0
    `,
    )
  })

  it('sees to it that a deployment scales by itself', async () => {
    await k.have(deployment('web'))
    await k.prints(
      'autoscale deployment web --min=2 --max=5 --cpu-percent=80',
      'horizontalpodautoscaler.autoscaling/web autoscaled\n',
    )
    await k.prints(
      'get hpa web',
      lines`
      NAME   REFERENCE        TARGETS              MINPODS   MAXPODS   REPLICAS   AGE
      web    Deployment/web   cpu: <unknown>/80%   2         5         0          <age>
    `,
    )
  })

  it('changes an image', async () => {
    await k.have(deployment('web'))
    await k.prints('set image deployment/web main=example.dev/web:2', 'deployment.apps/web image updated\n')
    await k.prints(
      'get deployment web -o jsonpath={.spec.template.spec.containers[0].image},{.metadata.generation}',
      'example.dev/web:2,2',
    )
    await k.fails('set image deployment/web other=example.dev/web:2', 'error: unable to find container named "other"\n')
  })

  it('changes the environment', async () => {
    await k.have(deployment('web'), configMap('settings', { color: 'blue' }))
    await k.prints('set env deployment/web MODE=fast', 'deployment.apps/web env updated\n')
    await k.ends('set env deployment/web --from=configmap/settings', {
      stdout: 'deployment.apps/web env updated\n',
      stderr: k.minor < 27 ? '' : 'Warning: key color transferred to COLOR\n',
    })
    await k.prints(
      'set env deployment/web --list',
      lines`
      # Deployment web, container main
      MODE=fast
      # COLOR from configmap settings, key color
    `,
    )
    await k.prints('set env deployment/web MODE-', 'deployment.apps/web env updated\n')
  })

  it('changes what a container asks for', async () => {
    await k.have(deployment('web'))
    await k.prints(
      'set resources deployment web --limits=cpu=200m,memory=512Mi --requests=cpu=100m',
      'deployment.apps/web resource requirements updated\n',
    )
    await k.prints(
      'get deployment web -o jsonpath={.spec.template.spec.containers[0].resources}',
      '{"limits":{"cpu":"200m","memory":"512Mi"},"requests":{"cpu":"100m"}}',
    )
  })

  it('changes the selector of a service', async () => {
    await k.have(service('web'))
    await k.prints('set selector service web app=other', 'service/web selector updated\n')
    await k.prints('get service web -o jsonpath={.spec.selector}', '{"app":"other"}')
  })

  it('changes the account of a workload', async () => {
    await k.have(deployment('web'))
    await k.prints('set serviceaccount deployment web robot', 'deployment.apps/web serviceaccount updated\n')
    await k.prints('get deployment web -o jsonpath={.spec.template.spec.serviceAccountName}', 'robot')
  })

  it('changes the subjects of a binding', async () => {
    await k.ok('create -f -', {
      input: lines`
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: { name: reads }
      roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader }
      subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: User, name: jane }]
    `,
    })
    await k.prints(
      'set subject rolebinding reads --user=joe',
      'rolebinding.rbac.authorization.k8s.io/reads subjects updated\n',
    )
    await k.prints(
      'get rolebinding reads -o wide',
      lines`
      NAME    ROLE          AGE   USERS       GROUPS   SERVICEACCOUNTS
      reads   Role/reader   <age>   jane, joe
    `,
    )
  })

  it('exposes a deployment', async () => {
    await k.have(deployment('web'))
    await k.prints('expose deployment web --port=80 --target-port=8080', 'service/web exposed\n')
    await k.prints(
      'get service web -o jsonpath={.spec.selector}{.spec.ports}',
      '{"app":"web"}[{"port":80,"protocol":"TCP","targetPort":8080}]',
    )
  })

  it('runs a pod', async () => {
    await k.prints('run p --image=example.dev/web:1 --labels=app=p --env=MODE=fast --port=80', 'pod/p created\n')
    await k.prints(
      'get pod p -o jsonpath={.metadata.labels}{.spec.containers[0].env}{.spec.containers[0].ports}{.spec.restartPolicy}',
      '{"app":"p"}[{"name":"MODE","value":"fast"}][{"containerPort":80,"protocol":"TCP"}]Always',
    )
    await k.fails('run p --image=example.dev/web:1', 'Error from server (AlreadyExists): pods "p" already exists\n')
    await k.prints(
      'run q --image=example.dev/web:1 --restart=Never --dry-run=client -o jsonpath={.spec.restartPolicy}',
      'Never',
    )
  })
})
