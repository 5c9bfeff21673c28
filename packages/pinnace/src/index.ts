// What most programs import. It loads the server, zod and the admission plugin kit; the testing kit is loaded when it is
// used. A program that must start faster imports `pinnace/server`.
export * from '@pinnace/server'
export * from '@pinnace/resources/define'
export * from '@pinnace/admission/define'
export { createTestServer } from './create-test-server.ts'
export type { ControllersChoice, TestControllersOptions, TestServer, TestServerOptions } from '@pinnace/testing'
