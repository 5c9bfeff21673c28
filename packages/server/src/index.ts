export { createServer, type ClientOptions, type Server } from './create-server.ts'
export { silentLogger, type Logger } from './logger.ts'
export type { ServerOptions } from './options/server-options.ts'
