import { compareSemanticVersions, parseSemanticVersion, type SemanticVersion } from '@pinnace/kinds'
import { parseMicroTime } from '@pinnace/meta'
import type { Lease } from '@pinnace/types/coordination-v1'
import type { LeaseCandidate } from '@pinnace/types/coordination-v1beta1'

/** How long a candidate has to answer a ping, and for how long an answer counts, milliseconds. */
export const electionMs = 5000
/** How long a candidate that is not renewed counts as one, milliseconds. */
const candidateMs = 1_800_000
/** The seconds for which a holder that is elected holds its lease. */
export const electedLeaseSeconds = 5
/** The strategy by which a server elects; candidates with another one elect among themselves. */
const oldestEmulationVersion = 'OldestEmulationVersion'

/** What an election needs: nothing, a ping of these candidates, to wait, or a strategy and the candidate it elects. */
export type ElectionStep =
  | { readonly step: 'none' }
  | { readonly step: 'ping'; readonly candidates: readonly LeaseCandidate[] }
  | { readonly step: 'wait' }
  | { readonly step: 'elect'; readonly strategy: string; readonly holder: string | undefined }

/** The next step of the election of the holder of a lease. */
// upstream: pkg/controlplane/controller/leaderelection/leaderelection_controller.go, reconcileElectionStep
export function nextStep(lease: Lease | undefined, all: readonly LeaseCandidate[], nowMs: number): ElectionStep {
  const candidates = all.filter((candidate) => !isCandidateExpired(candidate, nowMs))
  if (candidates.length === 0 || !isElectionNeeded(lease, candidates, nowMs)) return { step: 'none' }
  let isWaiting = false
  const toPing: LeaseCandidate[] = []
  for (const candidate of candidates) {
    const { renewedMs, pingedMs } = timesOf(candidate)
    if (pingedMs !== undefined && pingedMs + electionMs > nowMs && renewedMs < pingedMs) {
      isWaiting = true
      continue
    }
    if (renewedMs + electionMs > nowMs) continue
    // A candidate that has not answered a ping is not pinged again.
    if (pingedMs === undefined || (pingedMs + electionMs < nowMs && renewedMs >= pingedMs)) toPing.push(candidate)
  }
  if (toPing.length > 0) return { step: 'ping', candidates: toPing }
  if (isWaiting) return { step: 'wait' }
  const answered = candidates.filter((candidate) => timesOf(candidate).renewedMs + electionMs > nowMs)
  const strategy = strategyOf(answered)
  // No candidate answers, or they disagree: the next renewal of one of them starts another election.
  if (strategy === undefined) return { step: 'none' }
  const holder = strategy === oldestEmulationVersion ? bestCandidate(answered)?.metadata.name : undefined
  return { step: 'elect', strategy, holder }
}

/** Whether a lease is not held any more. */
export function isLeaseExpired({ spec }: Lease, nowMs: number): boolean {
  const renewedMs = toMs(spec?.renewTime)
  const seconds = spec?.leaseDurationSeconds
  return renewedMs === undefined || seconds === undefined || renewedMs + seconds * 1000 < nowMs
}

/** Whether a candidate was not renewed for so long that it is no candidate any more. */
export function isCandidateExpired({ spec }: LeaseCandidate, nowMs: number): boolean {
  const renewedMs = toMs(spec?.renewTime)
  return renewedMs === undefined || renewedMs + candidateMs < nowMs
}

// upstream: leaderelection_controller.go, electionNeeded
function isElectionNeeded(lease: Lease | undefined, candidates: readonly LeaseCandidate[], nowMs: number): boolean {
  const holder = lease?.spec?.holderIdentity ?? ''
  if (lease === undefined || holder === '' || isLeaseExpired(lease, nowMs)) return true
  if (candidates.some((candidate) => timesOf(candidate).renewedMs + candidateMs / 2 < nowMs)) return true
  if (strategyOf(candidates) !== oldestEmulationVersion) return false
  const best = bestCandidate(candidates)
  return best !== undefined && best.metadata.name !== holder
}

/** The strategy of the candidates with the newest binary version; undefined without one, or where these disagree. */
// upstream: pkg/controlplane/controller/leaderelection/election.go, pickBestStrategy
function strategyOf(candidates: readonly LeaseCandidate[]): string | undefined {
  const newest = candidates.reduce<LeaseCandidate | undefined>(
    (best, candidate) => (best !== undefined && compareBinary(best, candidate) >= 0 ? best : candidate),
    undefined,
  )
  if (newest === undefined) return undefined
  const strategies = new Set(
    candidates.filter((candidate) => compareBinary(candidate, newest) === 0).map(({ spec }) => spec?.strategy ?? ''),
  )
  const [only] = strategies
  return strategies.size === 1 ? only : undefined
}

/** The candidate with the oldest emulation version; among equals that with the oldest binary, then the oldest object. */
// upstream: election.go, pickBestLeaderOldestEmulationVersion
function bestCandidate(candidates: readonly LeaseCandidate[]): LeaseCandidate | undefined {
  const eligible = candidates.filter(
    ({ spec }) => versionOf(spec?.binaryVersion) !== undefined && versionOf(spec?.emulationVersion) !== undefined,
  )
  return eligible.sort(compareCandidates)[0]
}

function compareCandidates(a: LeaseCandidate, b: LeaseCandidate): number {
  const emulation = compareCandidateVersions(a.spec?.emulationVersion, b.spec?.emulationVersion)
  if (emulation !== 0) return emulation
  const binary = compareBinary(a, b)
  if (binary !== 0) return binary
  const [createdA, createdB] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '']
  if (createdA !== createdB) return createdA < createdB ? -1 : 1
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1
}

function compareBinary(a: LeaseCandidate, b: LeaseCandidate): number {
  return compareCandidateVersions(a.spec?.binaryVersion, b.spec?.binaryVersion)
}

function versionOf(text: string | undefined): SemanticVersion | undefined {
  return parseSemanticVersion((text ?? '').replace(/^v/, ''))
}

/** Compares semantic versions of candidates; missing and invalid ones are the lowest. */
function compareCandidateVersions(a: string | undefined, b: string | undefined): number {
  const [left, right] = [versionOf(a), versionOf(b)]
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined)
  return compareSemanticVersions(left, right)
}

function timesOf({ spec }: LeaseCandidate): { readonly renewedMs: number; readonly pingedMs: number | undefined } {
  return { renewedMs: toMs(spec?.renewTime) ?? 0, pingedMs: toMs(spec?.pingTime) }
}

function toMs(text: string | undefined): number | undefined {
  const microseconds = parseMicroTime(text ?? '')
  return microseconds === undefined ? undefined : Number(microseconds) / 1000
}
