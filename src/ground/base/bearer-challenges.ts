export type BearerChallenge = Readonly<Partial<Record<string, string>>>

const PART = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g

/** Skips challenges of other schemes. Source: RFC 9110, section 11.6.1; RFC 6750, section 3. */
export function bearerChallenges(header: string | null): BearerChallenge[] {
  const challenges: { scheme: string; parameters: Record<string, string> }[] = []
  for (const [part, name, quoted, plain] of (header ?? '').matchAll(PART)) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain
    const parameters = challenges.at(-1)?.parameters
    if (value === undefined) challenges.push({ scheme: part.toLowerCase(), parameters: Object.create(null) })
    else if (parameters) parameters[name!.toLowerCase()] ??= value
  }
  return challenges.filter(({ scheme }) => scheme === 'bearer').map(({ parameters }) => parameters)
}
