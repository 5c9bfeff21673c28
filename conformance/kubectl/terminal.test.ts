import { simulateWorkloads, startControllers, type Controllers } from '@pinnace/controllers'
import { eventually } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { findKubectls } from './support/find-kubectls.ts'
import { pod } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'
import { startCommand, type Running } from './support/run-kubectl.ts'

onNewestKubectl('terminals and debug containers', (k) => {
  async function simulate(): Promise<Controllers> {
    const additional = simulateWorkloads({ nodes: 1 })
    const controllers = startControllers({
      client: k.server.connect(),
      additional,
      controllers: additional.map(({ name }) => name),
    })
    await controllers.started
    await k.have(pod('web'))
    await k.ok('wait --for=condition=Ready pod/web --timeout=30s')
    return controllers
  }

  /** Runs a command of kubectl in a pseudo terminal of 100 columns and 30 rows. */
  function inTerminal(command: string): Running {
    const path = findKubectls().at(-1)?.path ?? 'kubectl'
    const line = `stty cols 100 rows 30; ${path} --kubeconfig=${k.folder}/home/config ${command}`
    return startCommand('script', ['-qec', line, '/dev/null'], { cwd: k.folder, env: process.env, input: 'typed\n' })
  }

  it('exec -it has a terminal, with its size and what is typed', async () => {
    await using _ = await simulate()
    const sizes: object[] = []
    let hasTerminal: boolean | undefined
    using _exec = k.server.pods.onExec({ name: 'web' }, async (stdin, stdout, session) => {
      hasTerminal = session.tty
      for await (const size of session.sizes) {
        sizes.push(size)
        break
      }
      for await (const chunk of stdin) {
        stdout.write(`got ${String(chunk).trim()}\r\n`)
        return 3
      }
    })
    const running = inTerminal('exec -it web -- sh')
    const { code, stdout } = await running.outcome
    expect(stdout).toContain('got typed')
    expect(stdout).toContain('command terminated with exit code 3')
    expect({ code, hasTerminal, size: sizes[0] }).toEqual({
      code: 3,
      hasTerminal: true,
      size: { width: 100, height: 30 },
    })
  })

  it('attach -it and run -it have one too', async () => {
    await using _ = await simulate()
    const seen: (readonly [string | undefined, boolean])[] = []
    using _attach = k.server.pods.onAttach({}, async (_stdin, stdout, { pod: target, tty }) => {
      seen.push([target.metadata.name, tty])
      stdout.write('attached\r\n')
    })
    await k.have({
      ...pod('shell'),
      spec: { containers: [{ name: 'main', image: 'i', stdin: true, tty: true }] },
    })
    await k.ok('wait --for=condition=Ready pod/shell --timeout=30s')
    // A pod that is never restarted ends at once otherwise.
    const runsOn = 'simulate.pinnace.dev/exit-code=none'
    expect((await inTerminal('attach -it shell').outcome).stdout).toContain('attached')
    expect(
      (await inTerminal(`run once -it --image=i --restart=Never --annotations=${runsOn}`).outcome).stdout,
    ).toContain('attached')
    expect(seen).toEqual([
      ['shell', true],
      ['once', true],
    ])
  })

  it('debug adds an ephemeral container to a pod, and attaches to it', async () => {
    await using _ = await simulate()
    using _attach = k.server.pods.onAttach({ name: 'web' }, async (_stdin, stdout, { container }) => {
      stdout.write(`attached to ${container}\r\n`)
    })
    const { stdout } = await inTerminal('debug -it web --image=busybox --container=look').outcome
    expect(stdout).toContain('attached to look')
    await k.prints('get pod web -o jsonpath={.spec.ephemeralContainers[*].name}', 'look')
    await k.ok('debug web --image=busybox --container=again --quiet')
    await eventually(
      () => k.ok('get pod web -o jsonpath={.status.ephemeralContainerStatuses[*].state}'),
      (states) => states.split('"running"').length === 3,
    )
    await k.prints('logs web -c again', '')
  })

  it('debug copies a pod, and makes one for a node', async () => {
    await using _ = await simulate()
    await k.ok('debug web --image=busybox --copy-to=web-copy --container=look --quiet')
    await k.ok('wait --for=condition=Ready pod/web-copy --timeout=30s')
    await k.prints('get pod web-copy -o jsonpath={.spec.containers[*].name}', 'main look')
    const printed = await k.ok('debug node/node-1 --image=busybox')
    const name = /pod (node-debugger-node-1-[a-z0-9]+) with container debugger on node node-1/.exec(printed)?.[1]
    await k.prints(`get pod ${name} -o jsonpath={.spec.nodeName}`, 'node-1')
    await k.fails(
      'debug nothing --image=busybox --profile=general',
      'Error from server (NotFound): pods "nothing" not found\n',
    )
  })

  it('cp names a pod that is not there', async () => {
    await using _ = await simulate()
    await k.fails('cp default/none:/a b', 'Error from server (NotFound): pods "none" not found\n')
  })
})
