// What the launcher `kube-apiserver` loads where no warm process runs its server, and what is tried to compile it.
export { describeApiServer } from './describe-api-server.ts'
export { startEnvtestServer } from './start-envtest-server.ts'
export { tryServers } from './try-servers.ts'
