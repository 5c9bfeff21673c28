import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { configMap, deployment } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('apply', (k) => {
  it('creates, leaves as it is, configures', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.prints('apply -f a.json', 'configmap/a created\n')
    await k.prints('apply -f a.json', 'configmap/a unchanged\n')
    k.manifests('a.json', configMap('a', { x: '2' }))
    await k.prints('apply -f a.json', 'configmap/a configured\n')
    await k.prints('get configmap a -o jsonpath={.data.x}', '2')
  })

  it('keeps the resourceVersion where nothing changes', async () => {
    k.manifests('web.json', deployment('web'))
    await k.ok('apply -f web.json')
    await k.prints('apply -f web.json', 'deployment.apps/web unchanged\n')
  })

  it('remembers what was applied', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.ok('apply -f a.json')
    await k.prints(
      'apply view-last-applied configmap a',
      lines`
      apiVersion: v1
      data:
        x: "1"
      kind: ConfigMap
      metadata:
        annotations: {}
        name: a
        namespace: default
    `,
    )
  })

  it('takes away what is no longer applied, and nothing else', async () => {
    k.manifests('a.json', configMap('a', { x: '1', y: '2' }))
    await k.ok('apply -f a.json')
    await k.ok(`patch configmap a -p '{"data":{"z":"3"}}'`)
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.prints('apply -f a.json', 'configmap/a configured\n')
    await k.prints('get configmap a -o jsonpath={.data}', '{"x":"1","z":"3"}')
  })

  it('merges containers by name', async () => {
    k.file(
      'pod.yaml',
      lines`
      apiVersion: v1
      kind: Pod
      metadata:
        name: p
      spec:
        containers:
        - name: one
          image: example.dev/one:1
        - name: two
          image: example.dev/two:1
    `,
    )
    await k.ok('apply -f pod.yaml')
    k.file(
      'pod.yaml',
      lines`
      apiVersion: v1
      kind: Pod
      metadata:
        name: p
      spec:
        containers:
        - name: one
          image: example.dev/one:1
        - name: two
          image: example.dev/two:2
    `,
    )
    await k.prints('apply -f pod.yaml', 'pod/p configured\n')
    await k.prints(
      "get pod p -o jsonpath='{range .spec.containers[*]}{.name}={.image} {end}'",
      'one=example.dev/one:1 two=example.dev/two:2',
    )
  })

  it('merges ports by their number, environment by name', async () => {
    k.file(
      'web.yaml',
      lines`
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec:
            containers:
            - name: main
              image: example.dev/web:1
              ports: [{ containerPort: 80 }, { containerPort: 81 }]
              env: [{ name: A, value: "1" }, { name: B, value: "2" }]
    `,
    )
    await k.ok('apply -f web.yaml')
    k.file(
      'web.yaml',
      lines`
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec:
            containers:
            - name: main
              image: example.dev/web:1
              ports: [{ containerPort: 81, name: admin }]
              env: [{ name: B, value: "3" }, { name: C, value: "4" }]
    `,
    )
    await k.prints('apply -f web.yaml', 'deployment.apps/web configured\n')
    await k.prints(
      'get deployment web -o jsonpath={.spec.template.spec.containers[0].ports}{.spec.template.spec.containers[0].env}',
      '[{"containerPort":81,"name":"admin","protocol":"TCP"}][{"name":"B","value":"3"},{"name":"C","value":"4"}]',
    )
  })

  it('says that an object was not made by apply', async () => {
    await k.have(configMap('a', { x: '0' }))
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.ends('apply -f a.json', {
      stdout: 'configmap/a configured\n',
      stderr: lines`
      Warning: resource configmaps/a is missing the kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.
    `,
    })
  })

  it('takes a folder and standard input', async () => {
    k.manifests('all/one.json', configMap('one'))
    k.manifests('all/two.json', configMap('two'))
    await k.prints(
      'apply -f all',
      lines`
      configmap/one created
      configmap/two created
    `,
    )
    await k.prints('apply -f -', 'configmap/piped created\n', {
      input: lines`
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: piped
    `,
    })
  })

  if (k.minor >= 26)
    it('prunes what is not among the files any more', async () => {
      k.manifests('all/one.json', configMap('one', {}, { app: 'x' }))
      k.manifests('all/two.json', configMap('two', {}, { app: 'x' }))
      await k.ok('apply -f all')
      await k.prints(
        'apply -f all/one.json --prune -l app=x --prune-allowlist=core/v1/ConfigMap',
        lines`
      configmap/one unchanged
      configmap/two pruned
    `,
      )
      await k.prints('get configmaps -o name', 'configmap/one\n')
    })

  if (k.minor >= 24)
    it('takes a kustomization', async () => {
      k.file(
        'base/kustomization.yaml',
        lines`
      namePrefix: my-
      labels:
      - pairs: { team: blue }
      resources:
      - a.yaml
      configMapGenerator:
      - name: made
        literals: [x=1]
        options: { disableNameSuffixHash: true }
    `,
      )
      k.file(
        'base/a.yaml',
        lines`
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
    `,
      )
      await k.prints(
        'apply -k base',
        lines`
      configmap/my-a created
      configmap/my-made created
    `,
      )
      await k.prints(
        'get configmaps --show-labels',
        lines`
      NAME      DATA   AGE   LABELS
      my-a      0      <age>   team=blue
      my-made   1      <age>   team=blue
    `,
      )
    })

  it('refuses a changed selector', async () => {
    k.manifests('web.json', deployment('web'))
    await k.ok('apply -f web.json')
    k.manifests(
      'web.json',
      deployment('web', {
        selector: { matchLabels: { app: 'web', more: 'x' } },
        template: {
          metadata: { labels: { app: 'web', more: 'x' } },
          spec: { containers: [{ name: 'main', image: 'example.dev/web:1' }] },
        },
      }),
    )
    await k.fails(
      'apply -f web.json',
      lines`
      The Deployment "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"web","more":"x"}}: field is immutable
    `,
    )
  })

  it('recreates by force what cannot be changed', async () => {
    k.manifests('job.json', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'once' },
      spec: {
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.dev/job:1' }] } },
      },
    })
    await k.ok('apply -f job.json')
    k.manifests('job.json', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'once' },
      spec: {
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.dev/job:2' }] } },
      },
    })
    await k.prints('apply --force -f job.json --grace-period=0', 'job.batch/once configured\n')
    await k.prints('get job once -o jsonpath={.spec.template.spec.containers[0].image}', 'example.dev/job:2')
  })

  it('edits what was last applied', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.ok('apply -f a.json')
    k.manifests('a.json', configMap('a', { x: '5' }))
    await k.prints('apply set-last-applied -f a.json', 'configmap/a configured\n')
    await k.prints('get configmap a -o jsonpath={.data.x}', '1')
    await k.prints('apply -f a.json', 'configmap/a configured\n')
  })

  it('shows, by dry run, what would happen', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.prints('apply -f a.json --dry-run=client', 'configmap/a created (dry run)\n')
    await k.prints('apply -f a.json --dry-run=server', 'configmap/a created (server dry run)\n')
    await k.ends('get configmaps', { stderr: 'No resources found in default namespace.\n' })
  })

  if (k.minor >= 25)
    it('refuses what it does not know, and says so', async () => {
      k.file(
        'a.yaml',
        lines`
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      datas:
        x: "1"
    `,
      )
      await k.fails(
        'apply -f a.yaml',
        lines`
      Error from server (BadRequest): error when creating "a.yaml": ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "datas"
    `,
      )
      await k.ends('apply -f a.yaml --validate=warn', {
        stdout: 'configmap/a created\n',
        stderr: 'Warning: unknown field "datas"\n',
      })
      await k.prints('apply -f a.yaml --validate=ignore', 'configmap/a configured\n')
    })

  it('names every kind that is not served', async () => {
    k.file(
      'a.yaml',
      lines`
      apiVersion: example.com/v1
      kind: Thing
      metadata:
        name: a
    `,
    )
    await k.fails(
      'apply -f a.yaml',
      k.minor < 27
        ? lines`
      error: unable to recognize "a.yaml": no matches for kind "Thing" in version "example.com/v1"
    `
        : lines`
      error: resource mapping not found for name: "a" namespace: "" from "a.yaml": no matches for kind "Thing" in version "example.com/v1"
      ensure CRDs are installed first
    `,
    )
  })
})
