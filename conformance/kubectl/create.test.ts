import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { configMap, service } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('create', (k) => {
  it('makes a configmap from literals', async () => {
    await k.prints('create configmap a --from-literal=x=1 --from-literal=y=2', 'configmap/a created\n')
    await k.prints('get configmap a -o jsonpath={.data}', '{"x":"1","y":"2"}')
  })

  it('makes a configmap from files', async () => {
    k.file('cm.d/color', 'blue\n')
    k.file('cm.d/size', '7\n')
    await k.prints('create configmap a --from-file=cm.d', 'configmap/a created\n')
    await k.prints('get configmap a -o jsonpath={.data}', '{"color":"blue\\n","size":"7\\n"}')
  })

  it('makes a generic secret', async () => {
    await k.prints('create secret generic s --from-literal=password=hidden', 'secret/s created\n')
    await k.prints('get secret s -o jsonpath={.type},{.data.password}', 'Opaque,aGlkZGVu')
  })

  it('makes a secret for a registry', async () => {
    await k.prints(
      'create secret docker-registry r --docker-server=example.dev --docker-username=u --docker-password=p',
      'secret/r created\n',
    )
    await k.prints(
      'get secret r',
      lines`
      NAME   TYPE                             DATA   AGE
      r      kubernetes.io/dockerconfigjson   1      <age>
    `,
    )
  })

  it('makes a namespace', async () => {
    await k.prints('create namespace team', 'namespace/team created\n')
    await k.prints(
      'get namespace team',
      lines`
      NAME   STATUS   AGE
      team   Active   <age>
    `,
    )
  })

  it('makes a deployment', async () => {
    await k.prints(
      'create deployment web --image=example.dev/web:1 --replicas=3 --port=8080',
      'deployment.apps/web created\n',
    )
    await k.prints(
      'get deployment web -o wide',
      lines`
      NAME   READY   UP-TO-DATE   AVAILABLE   AGE   CONTAINERS   IMAGES              SELECTOR
      web    0/3     0            0           <age>   web          example.dev/web:1   app=web
    `,
    )
  })

  it('makes a service inside the cluster', async () => {
    await k.prints('create service clusterip web --tcp=80:8080', 'service/web created\n')
    await k.prints(
      'get service web -o jsonpath={.spec.type},{.spec.ports}',
      'ClusterIP,[{"name":"80-8080","port":80,"protocol":"TCP","targetPort":8080}]',
    )
  })

  it('makes a service without an address', async () => {
    await k.prints('create service clusterip web --clusterip=None', 'service/web created\n')
    await k.prints(
      'get service web',
      lines`
      NAME   TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
      web    ClusterIP   None         <none>        <none>    <age>
    `,
    )
  })

  it('makes a service on a port of every node', async () => {
    await k.prints('create service nodeport web --tcp=80:8080 --node-port=30080', 'service/web created\n')
    await k.prints('get service web -o jsonpath={.spec.type},{.spec.ports[0].nodePort}', 'NodePort,30080')
  })

  it('creates a service of type ExternalName', async () => {
    await k.prints('create service externalname web --external-name=example.dev', 'service/web created\n')
    await k.prints(
      'get service web',
      lines`
      NAME   TYPE           CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
      web    ExternalName   <none>       example.dev   <none>    <age>
    `,
    )
  })

  it('makes a load balancer', async () => {
    await k.prints('create service loadbalancer web --tcp=80:8080 -o name', 'service/web\n')
  })

  it('makes a job', async () => {
    await k.prints('create job once --image=example.dev/job:1 -- run it', 'job.batch/once created\n')
    await k.prints(
      'get job once',
      lines`
      NAME   STATUS    COMPLETIONS   DURATION   AGE
      once   Running   0/1                      <age>
    `,
    )
    await k.prints(
      'get job once -o jsonpath={.spec.template.spec.containers[0].command},{.spec.template.spec.restartPolicy}',
      '["run","it"],Never',
    )
  })

  if (k.minor >= 21)
    it('makes a cron job, and a job of it', async () => {
      await k.prints(
        "create cronjob nightly --image=example.dev/job:1 --schedule='0 3 * * *'",
        'cronjob.batch/nightly created\n',
      )
      await k.prints(
        'get cronjob nightly',
        lines`
      NAME      SCHEDULE    TIMEZONE   SUSPEND   ACTIVE   LAST SCHEDULE   AGE
      nightly   0 3 * * *   <none>     False     0        <none>          <age>
    `,
      )
      await k.prints('create job now --from=cronjob/nightly', 'job.batch/now created\n')
      await k.prints(
        'get job now -o jsonpath={.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name}',
        'CronJob/nightly',
      )
    })

  it('makes a service account', async () => {
    await k.prints('create serviceaccount robot', 'serviceaccount/robot created\n')
    await k.prints(
      'get serviceaccount robot',
      lines`
      NAME    AGE
      robot   <age>
    `,
    )
  })

  it('makes a quota', async () => {
    await k.prints('create quota small --hard=pods=3,configmaps=10', 'resourcequota/small created\n')
    await k.prints('get quota small -o jsonpath={.spec.hard}', '{"configmaps":"10","pods":"3"}')
  })

  it('makes a role and binds it', async () => {
    await k.prints(
      'create role reader --verb=get,list --resource=pods,configmaps',
      'role.rbac.authorization.k8s.io/reader created\n',
    )
    await k.prints(
      'get role reader -o jsonpath={.rules}',
      '[{"apiGroups":[""],"resources":["pods","configmaps"],"verbs":["get","list"]}]',
    )
    await k.prints(
      'create rolebinding reads --role=reader --user=jane --group=readers --serviceaccount=default:robot',
      'rolebinding.rbac.authorization.k8s.io/reads created\n',
    )
    await k.prints(
      'get rolebinding reads -o wide',
      lines`
      NAME    ROLE          AGE   USERS   GROUPS    SERVICEACCOUNTS
      reads   Role/reader   <age>   jane    readers   default/robot
    `,
    )
  })

  it('makes a cluster role and binds it', async () => {
    await k.prints(
      'create clusterrole watcher --verb=watch --resource=deployments.apps',
      'clusterrole.rbac.authorization.k8s.io/watcher created\n',
    )
    await k.prints(
      'create clusterrole prober --verb=get --non-resource-url=/healthz',
      'clusterrole.rbac.authorization.k8s.io/prober created\n',
    )
    await k.prints(
      'create clusterrolebinding watches --clusterrole=watcher --user=jane',
      'clusterrolebinding.rbac.authorization.k8s.io/watches created\n',
    )
    await k.prints(
      'get clusterrolebinding watches -o wide',
      lines`
      NAME      ROLE                  AGE   USERS   GROUPS   SERVICEACCOUNTS
      watches   ClusterRole/watcher   <age>   jane
    `,
    )
    await k.prints(
      'get clusterrole watcher prober -o jsonpath={.items[*].rules}',
      '[{"apiGroups":["apps"],"resources":["deployments"],"verbs":["watch"]}] [{"nonResourceURLs":["/healthz"],"verbs":["get"]}]',
    )
  })

  it('makes an ingress', async () => {
    await k.prints(
      'create ingress door --class=main --rule=example.dev/path*=web:80',
      'ingress.networking.k8s.io/door created\n',
    )
    await k.prints(
      'get ingress door',
      lines`
      NAME   CLASS   HOSTS         ADDRESS   PORTS   AGE
      door   main    example.dev             80      <age>
    `,
    )
  })

  if (k.minor >= 21)
    it('makes a disruption budget', async () => {
      await k.prints(
        'create poddisruptionbudget calm --selector=app=web --min-available=1',
        'poddisruptionbudget.policy/calm created\n',
      )
      await k.prints(
        'get poddisruptionbudget calm',
        lines`
      NAME   MIN AVAILABLE   MAX UNAVAILABLE   ALLOWED DISRUPTIONS   AGE
      calm   1               N/A               0                     <age>
    `,
      )
    })

  it('makes a priority class', async () => {
    await k.prints(
      'create priorityclass urgent --value=1000 --description=first',
      'priorityclass.scheduling.k8s.io/urgent created\n',
    )
    await k.prints(
      'get priorityclass urgent',
      lines`
      NAME     VALUE   GLOBAL-DEFAULT   AGE   PREEMPTIONPOLICY
      urgent   1000    false            <age>   PreemptLowerPriority
    `,
    )
  })

  it('makes what a file says', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.prints('create -f a.json', 'configmap/a created\n')
    await k.prints('get configmap a -o jsonpath={.data}', '{"x":"1"}')
  })

  it('makes what a folder says', async () => {
    k.manifests('all/one.json', configMap('one'))
    k.manifests('all/two.json', configMap('two'), service('web'))
    await k.prints(
      'create -f all',
      lines`
      configmap/one created
      configmap/two created
      service/web created
    `,
    )
  })

  it('makes what it is handed on standard input', async () => {
    await k.prints('create -f -', 'configmap/piped created\n', {
      input: lines`
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: piped
      data:
        x: "1"
    `,
    })
  })

  it('gives a name where a prefix is asked for', async () => {
    await k.ok('create -f -', {
      input: lines`
      apiVersion: v1
      kind: ConfigMap
      metadata:
        generateName: run-
    `,
    })
    await k.prints(
      "get configmaps -o go-template='{{range .items}}{{slice .metadata.name 0 4}} {{len .metadata.name}}{{end}}'",
      'run- 9',
    )
  })

  it('refuses a name that is taken', async () => {
    await k.have(configMap('a'))
    k.manifests('a.json', configMap('a'))
    await k.fails(
      'create -f a.json',
      lines`
      Error from server (AlreadyExists): error when creating "a.json": configmaps "a" already exists
    `,
    )
  })

  it('answers with the object where it is asked to', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.prints(
      'create -f a.json -o yaml',
      k.minor < 27
        ? lines`
      apiVersion: v1
      data:
        x: "1"
      kind: ConfigMap
      metadata:
        creationTimestamp: "<time>"
        managedFields:
        - apiVersion: v1
          fieldsType: FieldsV1
          fieldsV1:
            f:data:
              .: {}
              f:x: {}
          manager: kubectl-create
          operation: Update
          time: "<time>"
        name: a
        namespace: default
        resourceVersion: "<version>"
        uid: <uid>
    `
        : lines`
      apiVersion: v1
      data:
        x: "1"
      kind: ConfigMap
      metadata:
        creationTimestamp: "<time>"
        name: a
        namespace: default
        resourceVersion: "<version>"
        uid: <uid>
    `,
    )
  })

  it('refuses a bad name', async () => {
    k.manifests('bad.json', configMap('Not_Good'))
    await k.fails(
      'create -f bad.json',
      lines`
      The ConfigMap "Not_Good" is invalid: metadata.name: Invalid value: "Not_Good": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')
    `,
    )
  })

  it('refuses a namespace that does not exist', async () => {
    k.manifests('a.json', configMap('a'))
    await k.fails(
      'create -f a.json -n nowhere',
      lines`
      Error from server (NotFound): error when creating "a.json": namespaces "nowhere" not found
    `,
    )
  })

  it('saves last-applied with --save-config', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.ok('create -f a.json --save-config')
    await k.prints(
      "get configmap a -o jsonpath='{.metadata.annotations}'",
      '{"kubectl.kubernetes.io/last-applied-configuration":"{\\"apiVersion\\":\\"v1\\",\\"data\\":{\\"x\\":\\"1\\"},\\"kind\\":\\"ConfigMap\\",\\"metadata\\":{\\"annotations\\":{},\\"name\\":\\"a\\",\\"namespace\\":\\"default\\"}}\\n"}',
    )
  })
})
