export * from '@pinnace/resources/define'
