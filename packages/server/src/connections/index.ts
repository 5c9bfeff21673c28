export type {
  CommandHandler,
  CommandSession,
  ConnectionHandlers,
  LogHandler,
  LogRequest,
  PortForwardHandler,
  PortForwardSession,
} from './connection-handlers.ts'
export { createConnections, type Connections, type ConnectionsFork } from './create-connections.ts'
export type { NodeAgentOptions } from './node-agent-options.ts'
export type { LoggedContainer, PodMatch, ServerPods } from './simulated/simulated-pods.ts'
