import type { Controllers, ControllersOptions } from '@pinnace/controllers'
import { silentLogger, type Server, type ServerOptions } from '@pinnace/server'
import { clientsUntilClosed } from './clients-until-closed.ts'

/** What controllers of a test server are told; what they work for and live by is the server's own. */
export type TestControllersOptions = Partial<
  Omit<ControllersOptions, 'client' | 'connect' | 'clock' | 'random' | 'metrics'>
>

/** Which controllers run: those that are on by default; those that are named; or with settings of their own. */
export type ControllersChoice = true | readonly string[] | TestControllersOptions

/** Controllers behind a server that may be sent back in time. */
export interface TestControllers {
  /** Those of now. */
  readonly running: Controllers
  /** Begins anew with what the server holds now. Nothing of those before reaches the server any more. */
  restart(): void
  /** The same controllers for another server. */
  of(server: Server): TestControllers
  stop(): Promise<void>
}

/** What a choice comes to. */
export interface ChosenControllers {
  readonly names: readonly string[]
  /** Begins behind a server; `onFailure` hears which controller has failed. */
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
      onError(err, told) {
        onFailure(told.controller)
        if (settings.onError === undefined) logger.warn({ err, ...told }, 'a controller failed')
        else settings.onError(err, told)
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
