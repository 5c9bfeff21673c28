import { connect } from 'node:net'

/** Stops the server behind a socket, and waits until it has ended; false if there is none. */
export function askToStop(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => connection.write('stop\n'))
    // The server closes the connection when it has stopped; a socket file without a process does not connect.
    connection.once('error', () => resolve(false))
    connection.once('close', (hadError) => resolve(!hadError))
    connection.resume()
  })
}

/** Whether a server in the background answers at a socket. */
export function isRunning(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
}
