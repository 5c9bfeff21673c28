export { createHealth, type Health } from './create-health.ts'
export { createVersionHandler, createVersionInfo } from './version.ts'
