import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { examples } from '../page/examples.ts'
import { fromFragment, toFragment } from '../page/share-link.ts'
import { startServer, type PageServer } from '../page/start-server.ts'
import { filesOf } from '../page/terminal/files.ts'
import { parseCommand } from '../page/terminal/parse-command.ts'
import { runCommand } from '../page/terminal/run-command.ts'

let server: PageServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const run = (line: string, text = ''): Promise<string> => runCommand({ cluster: server.cluster, text }, line)

/** Runs an example; what each command prints, an error too. */
async function runExample(name: string): Promise<readonly string[]> {
  const example = examples.find((one) => one.name === name)
  const printed: string[] = []
  for (const command of example?.commands ?? []) {
    printed.push(
      await run(command, example?.text).catch((error: unknown) =>
        String(error instanceof Error ? error.message : error),
      ),
    )
  }
  return printed
}

describe('the examples of the playground', { timeout: 60_000 }, () => {
  it('show a conflict of two managers, and who owns the field after it was forced', async () => {
    expect(await runExample('apply-conflict')).toEqual([
      'deployment.apps/web serverside-applied',
      expect.stringContaining('Apply failed with 1 conflict: conflict with "team": .spec.replicas'),
      'deployment.apps/web serverside-applied',
      expect.stringMatching(/^NAME +READY .*\nweb +0\/5/),
      expect.stringContaining('conflict with "autoscaler": .spec.replicas'),
    ])
  })

  it('show admission: defaults of a limit range, and a rejection', async () => {
    const printed = await runExample('admission')
    expect(printed[2]).toContain('memory: 128Mi')
    expect(printed[3]).toContain('maximum memory usage per Container is 256Mi, but limit is 1Gi')
  })

  it('show a kind of a CRD, with its columns, defaults and rules', async () => {
    const printed = await runExample('crd')
    expect(printed.slice(0, 3)).toEqual([
      'customresourcedefinition.apiextensions.k8s.io/sites.web.example.dev serverside-applied',
      'site.web.example.dev/blog serverside-applied',
      'NAME   TITLE   PAGES\nblog   Blog    1',
    ])
    expect(printed[3]).toContain('pages: 1')
    expect(printed[4]).toContain('a blog has fewer than 50 pages')
  })

  it('show a policy that denies', async () => {
    const printed = await runExample('cel')
    expect(printed[1]).toContain('denied request: at most 3 replicas, not 7')
  })

  it('show a certificate that is requested, approved and signed', async () => {
    const printed = await runExample('csr')
    expect(printed[0]).toContain('-----BEGIN CERTIFICATE REQUEST-----')
    expect(printed[1]).toContain('Pending')
    expect(printed[2]).toBe('certificatesigningrequest.certificates.k8s.io/jane approved')
    await expect.poll(() => run('get csr jane -o yaml'), { timeout: 10_000 }).toContain('certificate: LS0t')
    expect(await run('get csr')).toContain('Approved,Issued')
  })

  it('show what a user may do', async () => {
    const printed = await runExample('rbac')
    expect(printed[0]).toContain('User "jane" cannot list resource "configmaps"')
    expect(printed.slice(1, 3)).toEqual([
      'rolebinding.rbac.authorization.k8s.io/readers serverside-applied',
      expect.stringMatching(/^NAME|No resources/),
    ])
    expect(printed[3]).toMatch(/^yes/)
    expect(printed[4]).toMatch(/^no/)
  })
})

describe('the terminal', { timeout: 60_000 }, () => {
  it('gets, patches and deletes, in columns, YAML and JSON', async () => {
    const text =
      '# file: a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {app: web}}\ndata: {k: v}\n'
    expect(await run('kubectl create -f a.yaml', text)).toBe('configmap/a created')
    expect(await run(`patch cm a -p '{"data": {"k": "w"}}'`)).toBe('configmap/a patched')
    expect(JSON.parse(await run('get configmap a -o json'))).toMatchObject({ data: { k: 'w' } })
    expect(await run('get cm -l app=web')).toMatch(/^NAME +DATA +AGE\na +1 /)
    expect(await run('get cm -A')).toMatch(/^NAMESPACE +NAME/)
    expect(await run('delete -f a.yaml', text)).toBe('configmap/a deleted')
    expect(await run('get cm -l app=web')).toBe('No resources found.')
    expect(await run('get --raw /readyz')).toBe('ok')
    expect(await run('api-resources')).toMatch(/^NAME +SHORTNAMES +APIVERSION/)
    expect(await run('help')).toContain('certificate approve')
  })

  it.each([
    ['get nothing', `error: the server doesn't have a resource type "nothing"`],
    ['get pods missing', 'Error from server (NotFound): pods "missing" not found'],
    ['fly', 'error: unknown command "fly": try help'],
    ['apply -f other.yaml', 'error: the path "other.yaml" does not exist; the editor has a.yaml'],
    ["get 'pods", "the line ends within '"],
    ['get pods -n', 'flag needs a value: -n'],
    ['delete pods', 'error: resource(s) were provided, but no name was specified'],
    ['patch pods a --type=x', 'error: --type must be one of [json merge strategic], not "x"'],
  ])('says why it cannot run %s', async (line, message) => {
    await expect(run(line, '# file: a.yaml\n')).rejects.toThrow(message)
  })
})

describe('lines, files and links', () => {
  it('are read with quotes and flags of every form', () => {
    const { words, flags } = parseCommand(`kubectl get 'a b' -n=one -o yaml --as-group=x --as-group y -A`)
    expect(words).toEqual(['get', 'a b'])
    expect(Object.fromEntries(flags)).toEqual({
      namespace: ['one'],
      output: ['yaml'],
      'as-group': ['x', 'y'],
      'all-namespaces': ['true'],
    })
  })

  it('divide the editor into files', () => {
    expect(Object.fromEntries(filesOf('# file: a\n1\n# file: b\n2\n3'))).toEqual({ a: '1\n', b: '2\n3\n' })
  })

  it('keep text and commands, and are refused when malformed', async () => {
    const shared = { text: 'ä: "ö"\n'.repeat(200), commands: ['get pods', 'apply -f a'] }
    const fragment = await toFragment(shared)
    expect(fragment.length).toBeLessThan(200)
    expect(await fromFragment(fragment)).toEqual(shared)
    for (const wrong of ['', '#s=', '#s=AAAA', '#example=crd', `${fragment}%`]) {
      expect(await fromFragment(wrong)).toBeUndefined()
    }
    await expect(toFragment({ text: 'x'.repeat(200_001), commands: [] })).rejects.toThrow('too long')
  })
})
