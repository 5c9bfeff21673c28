import { readdirSync, readFileSync } from 'node:fs'
import { simulateWorkloads, startControllers, type Controllers } from '@pinnace/controllers'
import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { findKubectls } from './support/find-kubectls.ts'
import { lines } from './support/lines.ts'
import { deployment, pod } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'
import { startCommand } from './support/run-kubectl.ts'

describe('the checks', () => {
  it('have every command that kubectl lists', async () => {
    const newest = findKubectls().at(-1)
    if (newest === undefined) throw new Error('no kubectl')
    const { stdout } = await startCommand(newest.path, ['--help'], { cwd: '.', env: process.env }).outcome
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name ?? '')
    expect(commands.length).toBeGreaterThan(40)
    const folder = new URL('.', import.meta.url)
    const sources = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
    const checks = sources.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n')
    // A command is the first word of a text in a check.
    const missing = commands.filter((name) => !new RegExp(`['"\`]${name}[ '"\`]`).test(checks))
    expect(missing).toEqual([])
  })
})

onNewestKubectl('commands without a topic of their own', (k) => {
  async function simulate(): Promise<Controllers> {
    const additional = simulateWorkloads({ nodes: 1 })
    const controllers = startControllers({
      client: k.server.connect(),
      additional,
      controllers: additional.map(({ name }) => name),
    })
    await controllers.started
    return controllers
  }

  it('top shows what annotations say that pods and nodes use', async () => {
    await using _ = await simulate()
    const annotations = { 'simulate.pinnace.dev/cpu': '120m', 'simulate.pinnace.dev/memory': '64Mi' }
    const web = pod('web')
    await k.have({ ...web, metadata: { ...web.metadata, annotations } })
    await k.ok('wait --for=condition=Ready pod/web --timeout=30s')
    await eventually(async () => (await k.run('top pod web')).code, 0)
    await k.prints(
      'top pod',
      lines`
      NAME   CPU(cores)   MEMORY(bytes)
      web    120m         64Mi
    `,
    )
    await k.prints(
      'top pod web --containers',
      lines`
      POD   NAME   CPU(cores)   MEMORY(bytes)
      web   main   120m         64Mi
    `,
    )
    await k.prints(
      'top node',
      lines`
      NAME     CPU(cores)   CPU(%)   MEMORY(bytes)   MEMORY(%)
      node-1   120m         0%       64Mi            0%
    `,
    )
  })

  it('events lists those of an object', async () => {
    await using _ = await simulate()
    await k.have(pod('web'))
    await k.ok('wait --for=condition=Ready pod/web --timeout=30s')
    const listed = await k.ok('events --for pod/web')
    expect(listed).toMatch(/^LAST SEEN +TYPE +REASON +OBJECT +MESSAGE\n/)
    expect(listed).toMatch(/Normal +Scheduled +Pod\/web +Successfully assigned default\/web to node-1\n/)
    await k.ends('events --for pod/other', { stderr: 'No events found in default namespace.\n' })
  })

  it('kustomize builds what apply -k applies', async () => {
    k.file('base/map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { a: b }\n')
    k.file('base/kustomization.yaml', 'resources: [map.yaml]\nnamePrefix: my-\n')
    expect(await k.ok('kustomize base')).toBe(
      'apiVersion: v1\ndata:\n  a: b\nkind: ConfigMap\nmetadata:\n  name: my-settings\n',
    )
    await k.prints('apply -k base', 'configmap/my-settings created\n')
    await k.prints('diff -k base', '')
  })

  it('proxy passes requests on', async () => {
    const proxying = k.start('proxy --port=0')
    const port = await eventually(
      () => /127\.0\.0\.1:(\d+)/.exec(proxying.printed())?.[1],
      (found) => found !== undefined,
    )
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/namespaces/default`)
    expect(await reply.json()).toMatchObject({ kind: 'Namespace', metadata: { name: 'default' } })
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/namespaces/none`)).status).toBe(404)
    proxying.stop()
    await proxying.outcome
  })

  it('completion, options and plugin need no server', async () => {
    expect(await k.ok('completion bash')).toContain('__start_kubectl')
    expect(await k.ok('options')).toContain('--as-group')
    const { code, stderr } = await k.run('plugin list')
    expect([code, stderr]).toEqual([1, expect.stringContaining('unable to find any kubectl plugins in your PATH')])
  })

  it('completion of names asks the server', async () => {
    await k.have(deployment('web'))
    expect(await k.ok('__complete get deployment w')).toMatch(/^web\n/)
  })

  it('cluster-info dumps the state of the cluster', async () => {
    await k.have(pod('web'))
    const dumped = await k.ok('cluster-info dump -o json')
    expect(dumped).toContain('"kind": "PodList"')
    expect(dumped).toContain('==== START logs for container main of pod default/web ====')
  })

  it('version and api-versions name what is served', async () => {
    expect(await k.ok('version')).toMatch(/^Server Version: v1\.\d+/m)
    expect((await k.ok('api-versions')).split('\n')).toContain('apps/v1')
  })
})
