import type { AllowedHost } from '#core/agent/tools/fetch-url/target.ts'
import { resolveDestination, schemeProblem } from '#features/messaging/results/post-signed.ts'

/** Null if the service may call an address that a manager of a Hub entered. */
export const addressProblemBy =
  (allowedHosts: readonly AllowedHost[]) =>
  async (url: URL): Promise<string | null> => {
    const problem = schemeProblem({ allowedHosts }, url)
    if (problem !== null) return problem
    const resolved = await resolveDestination({ allowedHosts }, url)
    return resolved.ok ? null : resolved.refusal.reason
  }
