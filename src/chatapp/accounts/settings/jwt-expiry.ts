const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Maximum lifetime of a sign-in, also when the setting is unlimited. */
export const LONGEST_SESSION_SECONDS = 3650 * 86_400

/** How long a sign-in lasts, from a setting such as `4w`, `1d12h`, `-1` (for ever). Seconds, at least one. */
export function sessionSeconds(expiry: string): number {
  if (expiry === '-1' || expiry === '0') return LONGEST_SESSION_SECONDS
  const ms = [...expiry.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g)]
    .map(([, amount, unit]) => Number(amount) * UNIT_MS[unit!]!)
    .reduce((sum, part) => sum + part, 0)
  return Math.min(Math.max(1, Math.floor(ms / 1000)), LONGEST_SESSION_SECONDS)
}
