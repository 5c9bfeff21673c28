export * from '@pinnace/admission/define'
