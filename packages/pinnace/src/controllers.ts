export * from '@pinnace/controllers'
