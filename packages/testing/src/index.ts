export {
  sharedStoreContract,
  sharedStorePromises,
  storeContract,
  storePromises,
  type SharedStorePromise,
  type StoreContractOptions,
  type StorePromise,
  type TestRunner,
} from './store-contract.ts'
export {
  hostContract,
  hostPromises,
  type HostContractOptions,
  type HostLimits,
  type HostPromise,
  type RunningHost,
  type StartHost,
  type StartHostOptions,
} from './host-contract.ts'
export {
  admissionPluginContract,
  admissionPromises,
  openAdmissionTrial,
  type AdmissionLimits,
  type AdmissionPromise,
  type AdmissionScene,
  type AdmissionTrial,
  type AdmissionVerdict,
} from './admission-plugin-contract.ts'
export {
  authenticatorContract,
  authenticatorPromises,
  openAuthenticatorTrial,
  type AcceptedRequest,
  type AuthenticatorAnswer,
  type AuthenticatorLimits,
  type AuthenticatorPromise,
  type AuthenticatorScene,
  type AuthenticatorTrial,
  type RequestToAuthenticate,
} from './authenticator-contract.ts'
export {
  authorizerContract,
  authorizerPromises,
  openAuthorizerTrial,
  type AttributesToDecide,
  type AuthorizerLimits,
  type AuthorizerPromise,
  type AuthorizerScene,
  type AuthorizerTrial,
  type ExpectedDecision,
} from './authorizer-contract.ts'
export {
  controllerContract,
  controllerPromises,
  openControllerTrial,
  type ControllerLimits,
  type ControllerPromise,
  type ControllerScene,
  type ControllerStart,
  type ControllerTrial,
  type StartedController,
} from './controller-contract.ts'
export { createTestServer, type TestServer, type TestServerOptions } from './create-test-server.ts'
export type { ControllersChoice, TestControllersOptions } from './test-controllers.ts'
export { expectRoundTrip, RoundTripError, type RoundTripOptions, type RoundTripReport } from '@pinnace/versioning'
export { createFakeClock, type FakeClock, type PendingTimer, type RunOptions } from './fake-clock.ts'
export type { InspectorOptions, OpenInspector } from './inspector/serve-inspector.ts'
export { waitFor, type WaitForOptions, type WatchedObjects } from './wait-for.ts'
export type { AccessRecording, RecordAccessOptions, RecordedRoles, ToRoleOptions } from './access/record-access.ts'
export type { ClusterManifests } from './snapshots/cluster-manifests.ts'
export { readHistory, type ChangedField, type ObjectChange } from './snapshots/object-history.ts'
export { objectsAt, type PastObjects } from './snapshots/objects-at.ts'
export { eventually, EventuallyError, type EventuallyOptions, type Expected } from './eventually.ts'
export { createFaultyStore, type FaultyStore, type FaultyStoreOptions } from './faulty-store.ts'
export type { Fault, FaultAction, FaultMatch, FaultOptions, Faults } from './faults/fault.ts'
export type { LoggedRequest, RequestLog } from './requests/request-log.ts'
export type { ExpectedRequest } from './requests/matches-logged.ts'
export {
  assertRequested,
  assertStatus,
  eventuallyMatch,
  type RequestedOptions,
  type RequestSource,
  type Verdict,
} from './matchers/assertions.ts'
export { expectAllowed, expectDenied, type DeniedBy, type ExpectDeniedOptions } from './matchers/expect-access.ts'
export { testMatchers, type TestMatchers } from './matchers/matchers.ts'
export {
  explore,
  ExplorationError,
  replay,
  type ExplorationReport,
  type ExploreOptions,
  type ReplayOptions,
  type RunReport,
  type Scenario,
  type ScenarioContext,
  type ScenarioOptions,
} from './explore/explore.ts'
export type { Deviation } from './explore/choices.ts'
export type { ExploredFault } from './explore/schedule-requests.ts'
export { createSeededRandom } from './seeded-random.ts'
export {
  simulateServers,
  SimulationError,
  type SimulationOptions,
  type SimulationReport,
} from './simulation/simulate-servers.ts'
