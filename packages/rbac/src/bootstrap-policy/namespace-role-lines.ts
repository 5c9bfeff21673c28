import { eventRule } from './rule-lines.ts'

/** Rules of the default roles of the system and the public namespace. */
// upstream: plugin/pkg/auth/authorizer/rbac/bootstrappolicy/namespace_policy.go, as of 1.36
export const namespaceRoleLines: Readonly<Record<'system' | 'public', Readonly<Record<string, readonly string[]>>>> = {
  system: {
    'extension-apiserver-authentication-reader': ['read core configmaps extension-apiserver-authentication'],
    'system::leader-locking-{component}-controller-manager': [
      'create,get,list,update,watch coordination.{group} leases',
      'create,get,list,update,watch coordination.{group} leasecandidates',
    ],
    'system::leader-locking-{component}-scheduler': [
      'create,get,list,update,watch coordination.{group} leases',
      'create,get,list,update,watch coordination.{group} leasecandidates',
    ],
    'system:controller:bootstrap-signer': ['read core secrets'],
    'system:controller:cloud-provider': ['create,get,list,watch core configmaps'],
    'system:controller:token-cleaner': ['delete,get,list,watch core secrets', eventRule],
  },
  public: {
    'system:controller:bootstrap-signer': ['read core configmaps', 'update core configmaps cluster-info', eventRule],
  },
}
