import {
  bootstrapSignerController,
  type BootstrapSignerOptions,
} from './bootstrap-signer/bootstrap-signer-controller.ts'
import { certificateApprovalController } from './certificate-approval/certificate-approval-controller.ts'
import { certificateCleanupController } from './certificate-cleanup/certificate-cleanup-controller.ts'
import {
  certificateSigningController,
  type CertificateSigningOptions,
} from './certificate-signing/certificate-signing-controller.ts'
import { clusterRoleAggregationController } from './cluster-role-aggregation/cluster-role-aggregation-controller.ts'
import type { Controller } from './controller.ts'
import { endpointSliceController } from './endpoint-slices/endpoint-slice-controller.ts'
import { endpointsController } from './endpoint-slices/endpoints-controller.ts'
import { sliceMirroringController } from './endpoint-slices/slice-mirroring-controller.ts'
import { ttlAfterFinishedController } from './ttl-after-finished/ttl-after-finished-controller.ts'
import { garbageCollectorController } from './garbage-collector/garbage-collector-controller.ts'
import { leaderElectionController } from './leader-election/leader-election-controller.ts'
import { namespaceController, type NamespaceControllerOptions } from './namespace/namespace-controller.ts'
import { podGarbageController, type PodGarbageOptions } from './pod-garbage/pod-garbage-controller.ts'
import { policyStatusController } from './policy-status/policy-status-controller.ts'
import { resourceQuotaController } from './resource-quota/resource-quota-controller.ts'
import { rootCaController } from './root-ca/root-ca-controller.ts'
import { serviceAccountController } from './service-account/service-account-controller.ts'
import { serviceAddressController } from './service-cidr/service-address-controller.ts'
import { serviceCidrController } from './service-cidr/service-cidr-controller.ts'
import {
  serviceAccountTokenController,
  type ServiceAccountTokenOptions,
} from './service-account-token/service-account-token-controller.ts'
import { attributesClassProtectionController } from './storage-protection/attributes-class-protection-controller.ts'
import { claimProtectionController } from './storage-protection/claim-protection-controller.ts'
import { podGroupProtectionController } from './storage-protection/pod-group-protection-controller.ts'
import { volumeProtectionController } from './storage-protection/volume-protection-controller.ts'
import { storageVersionMigratorController } from './storage-version-migrator/storage-version-migrator-controller.ts'
import { tokenCleanerController } from './token-cleaner/token-cleaner-controller.ts'

/** Options of the built-in controllers. */
export interface BuiltInControllersOptions
  extends
    NamespaceControllerOptions,
    PodGarbageOptions,
    CertificateSigningOptions,
    ServiceAccountTokenOptions,
    BootstrapSignerOptions {
  /** PEM of the CA bundle of the server. Without it, namespaces get no ConfigMap with it. */
  readonly rootCa?: string
}

/** The built-in controllers, in the order they start. */
// upstream: cmd/kube-controller-manager/names
export function builtInControllers(options: BuiltInControllersOptions): readonly Controller[] {
  return [
    serviceAccountTokenController(options),
    serviceAccountController,
    rootCaController(options),
    namespaceController(options),
    garbageCollectorController,
    resourceQuotaController,
    clusterRoleAggregationController,
    podGarbageController(options),
    ttlAfterFinishedController,
    endpointsController,
    endpointSliceController,
    sliceMirroringController,
    leaderElectionController,
    serviceAddressController,
    serviceCidrController,
    claimProtectionController,
    volumeProtectionController,
    attributesClassProtectionController,
    podGroupProtectionController,
    certificateApprovalController,
    certificateSigningController(options),
    certificateCleanupController,
    bootstrapSignerController(options),
    tokenCleanerController,
    policyStatusController,
    storageVersionMigratorController,
  ]
}
