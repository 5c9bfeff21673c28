import type { Controllers, ControllersOptions } from '@pinnace/controllers'
import { silentLogger, type Server, type ServerOptions } from '@pinnace/server'
import { clientsUntilClosed } from './clients-until-closed.ts'

/** Options for the controllers of a test server, which provides the client, the clock and the metrics itself. */
export type TestControllersOptions = Partial<
  Omit<ControllersOptions, 'client' | 'connect' | 'clock' | 'random' | 'metrics'>
>

/** Which controllers run: `true` for those that are on by default, a list of names, or options. */
export type ControllersChoice = true | readonly string[] | TestControllersOptions

/** Controllers of a server that can be reset. */
export interface TestControllers {
  /** The running controllers. */
  readonly running: Controllers
  /** Stops the controllers and starts new ones on the current state. Calls of the old ones no longer reach the server. */
  restart(): void
  /** The same controllers for another server. */
  of(server: Server): TestControllers
  stop(): Promise<void>
}

/** Controllers that were chosen and can be started. */
export interface ChosenControllers {
  readonly names: readonly string[]
  /** Starts them for a server; `onFailure` gets the name of a controller that fails. */
  start(server: Server, onFailure?: (controller: string) => void): TestControllers
}

/** Loads controllers; throws a TypeError for a name that is unknown. */
export async function chooseControllers(choice: ControllersChoice, options: ServerOptions): Promise<ChosenControllers> {
  const { builtInControllers, optionsForServer, selectControllers, startControllers } =
    await import('@pinnace/controllers')
  const settings: TestControllersOptions = choice === true ? {} : isList(choice) ? { controllers: choice } : choice
  const { logger = silentLogger, metrics, random } = options
  const begin = (server: Server, onFailure: (controller: string) => void): Generation => {
    const { connect, close } = clientsUntilClosed(server)
    const running = startControllers({
      ...optionsForServer(server, random === undefined ? {} : { random }),
      ...settings,
      client: connect(),
      connect,
      ...(typeof metrics === 'object' ? { metrics } : {}),
      onError(err, context) {
        onFailure(context.controller)
        if (settings.onError === undefined) logger.warn({ err, ...context }, 'a controller failed')
        else settings.onError(err, context)
      },
    })
    return {
      running,
      end() {
        close()
        return running.stop()
      },
    }
  }
  const start = (server: Server, onFailure: (controller: string) => void = () => {}): TestControllers => {
    let now = begin(server, onFailure)
    const before = new Set<Promise<void>>()
    return {
      get running() {
        return now.running
      },
      restart() {
        const ending = now.end().finally(() => before.delete(ending))
        before.add(ending)
        now = begin(server, onFailure)
      },
      of: (other) => start(other),
      async stop() {
        await Promise.all([now.end(), ...before])
      },
    }
  }
  const known = [...builtInControllers(settings), ...(settings.additional ?? [])]
  return { names: selectControllers(known, settings.controllers ?? ['*']).map(({ name }) => name), start }
}

interface Generation {
  readonly running: Controllers
  end(): Promise<void>
}

function isList(choice: ControllersChoice): choice is readonly string[] {
  return Array.isArray(choice)
}
