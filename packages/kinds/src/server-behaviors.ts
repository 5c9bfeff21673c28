// The behavior of the kinds that every server has, as one module: a file for each group takes longer to load.
export * as apiextensions from './apiextensions/behaviors.ts'
export * as apiregistration from './apiregistration/behaviors.ts'
export * as core from './core/behaviors.ts'
export * as rbac from './rbac/behaviors.ts'
