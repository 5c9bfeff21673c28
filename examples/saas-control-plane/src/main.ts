import { startControlPlane } from './control-plane.ts'
import { createApp } from './app.ts'

const plane = await startControlPlane('objects')
// A service asks its user database.
const app = createApp(plane.server, async (username, password) =>
  username !== '' && password === 'demo' ? { groups: [] } : undefined,
)
const listening = app.listen(8080, '127.0.0.1')

process.once('SIGINT', () => {
  listening.close()
  listening.closeAllConnections()
  void plane[Symbol.asyncDispose]()
})
