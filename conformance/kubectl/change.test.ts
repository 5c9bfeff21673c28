import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { configMap, deployment } from './support/manifests.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'

onEveryKubectl('label, annotate, patch, replace, edit', (k) => {
  it('sets labels, and takes them away', async () => {
    await k.have(configMap('a'))
    await k.prints('label configmap a app=web tier=front', 'configmap/a labeled\n')
    await k.ends('label configmap a app=web', {
      code: k.minor < 27 ? 1 : 0,
      stdout: k.minor < 27 ? '' : 'configmap/a not labeled\n',
      stderr: k.minor < 27 ? "error: 'app' already has a value (web), and --overwrite is false\n" : '',
    })
    await k.prints('label configmap a tier-', k.minor < 27 ? 'configmap/a labeled\n' : 'configmap/a unlabeled\n')
    await k.prints(
      'label configmap a none-',
      lines`
      label "none" not found.
      configmap/a not labeled
    `,
    )
    await k.prints(
      'get configmap a --show-labels',
      lines`
      NAME   DATA   AGE   LABELS
      a      0      <age>   app=web
    `,
    )
  })

  it('changes a label only where told to', async () => {
    await k.have(configMap('a', {}, { app: 'web' }))
    await k.fails('label configmap a app=other', "error: 'app' already has a value (web), and --overwrite is false\n")
    await k.prints('label configmap a app=other --overwrite', 'configmap/a labeled\n')
    await k.prints('get configmap a -o jsonpath={.metadata.labels}', '{"app":"other"}')
  })

  it('labels many at once', async () => {
    await k.have(configMap('a', {}, { app: 'web' }), configMap('b', {}, { app: 'web' }), configMap('c'))
    await k.prints(
      'label configmaps -l app=web seen=yes',
      lines`
      configmap/a labeled
      configmap/b labeled
    `,
    )
    await k.prints(
      'label configmaps --all all=yes',
      lines`
      configmap/a labeled
      configmap/b labeled
      configmap/c labeled
    `,
    )
  })

  it('refuses a bad label', async () => {
    await k.have(configMap('a'))
    await k.fails(
      "label configmap a 'app=not good'",
      lines`
      error: invalid label value: "app=not good": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')
    `,
    )
    await k.fails(
      "label configmap a 'no good=x'",
      lines`
      The ConfigMap "a" is invalid: metadata.labels: Invalid value: "no good": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')
    `,
    )
    await k.fails(
      'create -f -',
      lines`
      The ConfigMap "b" is invalid:
      * metadata.labels: Invalid value: "-": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')
      * metadata.labels: Invalid value: "bad key": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')
    `,
      {
        input: lines`
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: b
        labels: { "bad key": "x", app: "-" }
    `,
      },
    )
  })

  it('refuses a label from a stale version', async () => {
    await k.have(configMap('a'))
    await k.fails(
      'label configmap a app=web --resource-version=1',
      lines`
      Error from server (Conflict): Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again
    `,
    )
  })

  it('sets annotations, and takes them away', async () => {
    await k.have(configMap('a'))
    await k.prints(
      "annotate configmap a note='a thing to know'",
      k.minor < 27 ? 'configmap/a annotated\n' : k.minor < 28 ? 'configmap/a annotate\n' : 'configmap/a annotated\n',
    )
    await k.fails(
      'annotate configmap a note=other',
      lines`
      error: --overwrite is false but found the following declared annotation(s): 'note' already has a value (a thing to know)
    `,
    )
    await k.prints(
      'annotate configmap a note=other --overwrite',
      k.minor < 27 ? 'configmap/a annotated\n' : k.minor < 28 ? 'configmap/a annotate\n' : 'configmap/a annotated\n',
    )
    await k.prints('get configmap a -o jsonpath={.metadata.annotations}', '{"note":"other"}')
    await k.prints(
      'annotate configmap a note-',
      k.minor < 27 ? 'configmap/a annotated\n' : k.minor < 28 ? 'configmap/a annotate\n' : 'configmap/a annotated\n',
    )
  })

  it('lists labels', async () => {
    await k.have(configMap('a', {}, { app: 'web' }))
    await k.prints('label configmap a --list', 'app=web\n')
  })

  it('patches with each kind of patch', async () => {
    await k.have(configMap('a', { x: '1' }))
    await k.prints(`patch configmap a -p '{"data":{"y":"2"}}'`, 'configmap/a patched\n')
    await k.prints(`patch configmap a --type=merge -p '{"data":{"x":null}}'`, 'configmap/a patched\n')
    await k.prints(
      `patch configmap a --type=json -p '[{"op":"add","path":"/data/z","value":"3"}]'`,
      'configmap/a patched\n',
    )
    await k.prints('get configmap a -o jsonpath={.data}', '{"y":"2","z":"3"}')
    await k.prints(`patch configmap a -p '{"data":{"y":"2"}}'`, 'configmap/a patched (no change)\n')
  })

  it('merges lists by their key in a strategic patch, and replaces them in a merge patch', async () => {
    await k.have(deployment('web'))
    await k.prints(
      `patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"example.dev/side:1"}]}}}}'`,
      'deployment.apps/web patched\n',
    )
    await k.prints('get deployment web -o jsonpath={.spec.template.spec.containers[*].name}', 'side main')
    await k.prints(
      `patch deployment web --type=merge -p '{"spec":{"template":{"spec":{"containers":[{"name":"only","image":"example.dev/only:1"}]}}}}'`,
      'deployment.apps/web patched\n',
    )
    await k.prints('get deployment web -o jsonpath={.spec.template.spec.containers[*].name}', 'only')
    await k.prints(
      `patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"only","$patch":"delete"},{"name":"new","image":"example.dev/new:1"}]}}}}'`,
      'deployment.apps/web patched\n',
    )
    await k.prints('get deployment web -o jsonpath={.spec.template.spec.containers[*].name}', 'new')
  })

  if (k.minor >= 24)
    it('patches a subresource, which leaves the rest alone', async () => {
      await k.have(deployment('web'))
      await k.prints(
        `patch deployment web --subresource=status --type=merge -p '{"spec":{"replicas":9},"status":{"observedGeneration":1,"replicas":2}}'`,
        'deployment.apps/web patched\n',
      )
      await k.prints(
        'get deployment web -o jsonpath={.spec.replicas},{.status}',
        '2,{"observedGeneration":1,"replicas":2}',
      )
      await k.prints(
        `patch deployment web --subresource=scale --type=merge -p '{"spec":{"replicas":4}}'`,
        'scale.autoscaling/web patched\n',
      )
      await k.prints('get deployment web -o jsonpath={.spec.replicas}', '4')
    })

  if (k.minor >= 22)
    it('patches from a file, and prints what came of it', async () => {
      await k.have(configMap('a', { x: '1' }))
      k.file(
        'patch.yaml',
        lines`
      data:
        x: "9"
    `,
      )
      await k.prints('patch configmap a --patch-file=patch.yaml -o jsonpath={.data}', '{"x":"9"}')
    })

  it('refuses patches that do not fit', async () => {
    await k.have(configMap('a', { x: '1' }))
    await k.fails(
      "patch configmap a -p 'nonsense'",
      lines`
      Error from server (BadRequest): json: cannot unmarshal string into Go value of type map[string]interface {}
    `,
    )
    await k.fails(
      `patch configmap a --type=json -p '[{"op":"test","path":"/data/x","value":"2"}]'`,
      k.minor < 27
        ? 'The request is invalid\n'
        : 'The request is invalid: the server rejected our request due to an error in our request\n',
    )
    await k.fails(
      `patch configmap a --type=json -p '[{"op":"remove","path":"/data/y"}]'`,
      k.minor < 27
        ? 'The request is invalid\n'
        : 'The request is invalid: the server rejected our request due to an error in our request\n',
    )
    await k.fails("patch configmap nothing -p '{}'", 'Error from server (NotFound): configmaps "nothing" not found\n')
  })

  it('replaces what a file says', async () => {
    await k.have(configMap('a', { x: '1', y: '2' }))
    k.manifests('a.json', configMap('a', { x: '3' }))
    await k.prints('replace -f a.json', 'configmap/a replaced\n')
    await k.prints('get configmap a -o jsonpath={.data}', '{"x":"3"}')
  })

  it('replaces by force, with another object', async () => {
    await k.have(configMap('a', { x: '1' }))
    k.manifests('a.json', configMap('a', { x: '3' }))
    await k.prints(
      'replace --force -f a.json',
      lines`
      configmap "a" deleted
      configmap/a replaced
    `,
    )
    await k.prints('get configmap a -o jsonpath={.data}', '{"x":"3"}')
  })

  it('refuses to replace what is not there, or what has changed', async () => {
    k.manifests('a.json', configMap('a', { x: '3' }))
    await k.fails(
      'replace -f a.json',
      'Error from server (NotFound): error when replacing "a.json": configmaps "a" not found\n',
    )
    await k.have(configMap('a', { x: '1' }))
    k.manifests('stale.json', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', resourceVersion: '1' },
      data: {},
    })
    await k.fails(
      'replace -f stale.json',
      lines`
      Error from server (Conflict): error when replacing "stale.json": Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again
    `,
    )
    k.manifests('other.json', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', uid: 'someone-else' },
      data: {},
    })
    await k.fails(
      'replace -f other.json',
      lines`
      Error from server (Conflict): error when replacing "other.json": Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: someone-else, UID in object meta: <uid>
    `,
    )
  })
})
