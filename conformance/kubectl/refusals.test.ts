import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { configMap, secret, service } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('refusals', (k) => {
  it('names every field that is wrong', async () => {
    await k.fails(
      'create -f -',
      lines`
      The Deployment "web" is invalid:
      * spec.replicas: Invalid value: -1: must be greater than or equal to 0
      * spec.template.metadata.labels: Invalid value: {"app":"other"}: \`selector\` does not match template \`labels\`
      * spec.template.spec.containers[0].image: Required value
      * spec.template.spec.containers[0].ports[0].containerPort: Invalid value: 99999: must be between 1 and 65535, inclusive
      * spec.template.spec.containers[1].name: Invalid value: "Main_2": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')
    `,
      {
        input: lines`
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: -1
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: other } }
          spec:
            containers:
            - name: main
              ports: [{ containerPort: 99999 }]
            - name: Main_2
              image: x
    `,
      },
    )
  })

  it('names one field that is missing', async () => {
    await k.fails('create -f -', 'The Pod "p" is invalid: spec.containers: Required value\n', {
      input: lines`
      apiVersion: v1
      kind: Pod
      metadata: { name: p }
      spec: { containers: [] }
    `,
    })
  })

  it("names a service's bad port and a secret's bad key", async () => {
    await k.fails(
      'create -f -',
      lines`
      The Service "web" is invalid:
      * spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive
      * spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive
    `,
      {
        input: lines`
      apiVersion: v1
      kind: Service
      metadata: { name: web }
      spec: { ports: [{ port: 0 }] }
    `,
      },
    )
    await k.fails(
      'create -f -',
      lines`
      The Secret "s" is invalid: data[bad key]: Invalid value: "bad key": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')
    `,
      {
        input: lines`
      apiVersion: v1
      kind: Secret
      metadata: { name: s }
      data: { "bad key": "eA==" }
    `,
      },
    )
  })

  if (k.minor >= 25)
    it('is strict with unknown fields, warns, or lets them pass', async () => {
      k.file(
        'pod.yaml',
        lines`
      apiVersion: v1
      kind: Pod
      metadata: { name: p }
      spec:
        containerz: []
        containers:
        - name: main
          image: x
          extra: 1
    `,
      )
      await k.fails(
        'create -f pod.yaml',
        lines`
      Error from server (BadRequest): error when creating "pod.yaml": Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.containers[0].extra", unknown field "spec.containerz"
    `,
      )
      await k.ends('create -f pod.yaml --validate=warn', {
        stdout: 'pod/p created\n',
        stderr: lines`
      Warning: unknown field "spec.containers[0].extra"
      Warning: unknown field "spec.containerz"
    `,
      })
      await k.ok('delete pod p')
      await k.prints('create -f pod.yaml --validate=false', 'pod/p created\n')
    })

  if (k.minor >= 25)
    it('is not lenient with types', async () => {
      await k.fails(
        'create -f -',
        lines`
      Error from server (BadRequest): error when creating "STDIN": ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string
    `,
        {
          input: lines`
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: a }
      data: { x: 1 }
    `,
        },
      )
      await k.fails(
        'create -f -',
        lines`
      Error from server (BadRequest): error when creating "STDIN": Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32
    `,
        {
          input: lines`
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec: { replicas: "two" }
    `,
        },
      )
    })

  it('keeps what may not change', async () => {
    await k.have(secret('s', { a: '1' }))
    await k.ok(`patch secret s -p '{"immutable":true}'`)
    await k.fails(
      `patch secret s -p '{"stringData":{"a":"2"}}'`,
      'The Secret "s" is invalid: data: Forbidden: field is immutable when `immutable` is set\n',
    )
    await k.have(service('web'))
    await k.fails(
      `patch service web -p '{"spec":{"clusterIP":"10.96.9.9"}}'`,
      lines`
      The Service "web" is invalid: spec.clusterIPs[0]: Invalid value: ["10.96.9.9"]: may not change once set
    `,
    )
    await k.have(configMap('a'))
    await k.fails(
      `patch configmap a -p '{"metadata":{"name":"b"}}'`,
      lines`
      Error from server (BadRequest): the name of the object (b) does not match the name on the URL (a)
    `,
    )
    await k.fails(
      `patch configmap a -p '{"metadata":{"namespace":"team"}}'`,
      lines`
      Error from server (BadRequest): the namespace of the provided object does not match the namespace sent on the request
    `,
    )
  })

  it('does not know a kind, a group, a version', async () => {
    await k.fails(
      'create -f -',
      k.minor < 27
        ? 'error: unable to recognize "STDIN": no matches for kind "Thing" in version "v1"\n'
        : lines`
      error: resource mapping not found for name: "a" namespace: "" from "STDIN": no matches for kind "Thing" in version "v1"
      ensure CRDs are installed first
    `,
      {
        input: lines`
      apiVersion: v1
      kind: Thing
      metadata: { name: a }
    `,
      },
    )
    await k.fails(
      'create -f -',
      k.minor < 27
        ? lines`
      error: unable to recognize "STDIN": no matches for kind "Deployment" in version "apps/v1beta1"
    `
        : lines`
      error: resource mapping not found for name: "a" namespace: "" from "STDIN": no matches for kind "Deployment" in version "apps/v1beta1"
      ensure CRDs are installed first
    `,
      {
        input: lines`
      apiVersion: apps/v1beta1
      kind: Deployment
      metadata: { name: a }
    `,
      },
    )
    await k.fails(
      'create -f -',
      lines`
      error: error validating "STDIN": error validating data: apiVersion not set; if you choose to ignore these errors, turn validation off with --validate=false
    `,
      {
        input: lines`
      kind: ConfigMap
      metadata: { name: a }
    `,
      },
    )
  })

  it('does not take an object into another namespace than its own', async () => {
    k.manifests('a.json', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'team' } })
    await k.fails(
      'create -f a.json -n default',
      lines`
      error: the namespace from the provided object "team" does not match the namespace "default". You must pass '--namespace=team' to perform this operation.
    `,
    )
  })

  it('refuses a version and a selector that make no sense', async () => {
    await k.fails(
      "get --raw '/api/v1/configmaps?resourceVersion=nonsense'",
      lines`
      Error from server (BadRequest): invalid resource version: resourceVersion: Invalid value: "nonsense": strconv.ParseUint: parsing "nonsense": invalid syntax
    `,
    )
    await k.fails(
      "get --raw '/api/v1/configmaps?labelSelector=a%20b'",
      lines`
      Error from server (BadRequest): unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt
    `,
    )
  })
})
