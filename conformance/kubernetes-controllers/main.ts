// Runs kube-controller-manager and kube-scheduler on Pinnace, without controllers of its own, and checks what they do:
//   PINNACE_ORIGINAL=FOLDER npm run conformance:controllers
import { connect } from '../differential/judge/connect.ts'
import { startPinnace } from '../differential/sides/pinnace.ts'
import { createApi, type Api } from './api.ts'
import { checks, until, type Check } from './checks.ts'
import { Nodes } from './nodes.ts'
import { hasControllers, startControllers } from './processes.ts'

process.exitCode = await main(process.env['PINNACE_ORIGINAL'])

async function main(binaries: string | undefined): Promise<number> {
  if (binaries === undefined || !hasControllers(binaries)) {
    console.log(
      'not judged: kube-controller-manager and kube-scheduler are not here. Set PINNACE_ORIGINAL to their folder',
    )
    return 0
  }
  const server = await startPinnace()
  const side = connect('pinnace', server.url)
  const controllers = startControllers(binaries, server.url, 'admin-token')
  const api = createApi(side)
  const nodes = new Nodes(api)
  try {
    await nodes.start()
    await api.create('/api/v1/namespaces', { metadata: { name: 'team' } })
    await until(async () => !(await api.isGone('/api/v1/namespaces/team/serviceaccounts/default')))
    // Until they are ready, the controller keeps new nodes tainted.
    await until(async () => (await api.list('/api/v1/nodes')).every(({ spec }) => spec.taints === undefined))
    let failed = 0
    // One after the other: some of them take nodes away.
    for (const check of checks) {
      const failure = await failureOf(api, check)
      if (failure !== undefined) failed++
      console.log(
        `${failure === undefined ? 'ok    ' : 'FAILED'} ${check.name}${failure === undefined ? '' : `: ${failure}`}`,
      )
    }
    if (nodes.failure !== undefined) console.log('a report of the nodes failed:', nodes.failure)
    if (!controllers.isRunning) console.log('a controller has ended')
    if (failed > 0 || !controllers.isRunning) console.log(controllers.log())
    console.log(`${checks.length - failed} passed, ${failed} failed`)
    return failed === 0 && controllers.isRunning && nodes.failure === undefined ? 0 : 1
  } finally {
    await nodes.stop()
    await controllers.stop()
    side.close()
    await server.stop()
  }
}

async function failureOf(api: Api, check: Check): Promise<string | undefined> {
  try {
    await check.prepare(api)
    await until(() => check.holds(api))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
