// What the launcher `kube-apiserver` loads where no warm process runs its server.
export { describeApiServer } from './describe-api-server.ts'
export { startEnvtestServer } from './start-envtest-server.ts'
