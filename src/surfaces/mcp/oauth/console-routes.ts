import type { ConsoleApp, ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import type { HubAddresses } from './addresses.ts'
import { callback, checkAuthorization, type AuthorizationRequest } from './authorization.ts'
import { decideMcpAuthorization, endMcpSignIn, listMcpSignIns, readMcpAuthorization } from './contract.ts'
import type { McpOauthEvents } from './log-events.ts'
import type { Programs } from './programs.ts'
import { destinationOf } from './redirect-uri.ts'
import type { ProgramSignIns } from './sign-ins.ts'

export interface SignInFeatureDeps {
  signIns: Pick<ProgramSignIns, 'allow' | 'list' | 'revoke'>
  programs: Pick<Programs, 'describe' | 'noteAllowed'>
  /** Null if this process cannot sign programs in to the Hub. */
  hubOf(slug: string): { name: string; addresses: HubAddresses } | null
  mayUse(caller: { email: string; userId: string }, hub: string): Promise<boolean>
  events: Pick<McpOauthEvents, 'allowed' | 'denied' | 'revoked'>
}

export const signInFeature = (deps: SignInFeatureDeps): ConsoleFeature => ({
  routes(app) {
    decisionRoutes(app, deps)
    listRoutes(app, deps)
  },
})

function decisionRoutes(
  app: ConsoleApp,
  { signIns, programs, hubOf, mayUse, events }: SignInFeatureDeps,
): void {
  const check = async (request: AuthorizationRequest & { hub: string }) => {
    const hub = hubOf(request.hub)
    if (!hub) throw new ApiRefused('not_found', 'There is no such Hub here that programs may sign in to.')
    const described = await programs.describe(request.client_id)
    if (!described.ok) throw new ApiRefused('not_found', described.refusal)
    const checked = checkAuthorization(request, { program: described.value, addresses: hub.addresses })
    if (!checked.ok) throw new ApiRefused(checked.refusal.code, checked.refusal.message)
    return { hub, ...checked.value }
  }

  app.handle(readMcpAuthorization, async ({ caller, query }) => {
    const { hub, program } = await check(query)
    return {
      program: program.name,
      ...(program.host !== null && { described_at: program.host }),
      destination: destinationOf(query.redirect_uri),
      hub: { slug: query.hub, name: hub.name },
      email: caller.email,
      allowed: await mayUse(caller, query.hub),
    }
  })

  app.handle(decideMcpAuthorization, async ({ caller, body }) => {
    if (caller.via !== 'session')
      throw new ApiRefused('forbidden', 'Only a person who is signed in may decide, not a key.')
    const { program, codeChallenge, resource, issuer } = await check(body)
    const facts = { program: program.id, hub: body.hub, account: caller.userId }
    if (!body.allow) {
      events.denied(facts)
      return { redirect_to: callback(body, { error: 'access_denied' }, issuer) }
    }
    if (!(await mayUse(caller, body.hub)))
      throw new ApiRefused('forbidden', 'You may not use this Hub, so there is nothing you could allow.')
    await programs.noteAllowed(program)
    const code = await signIns.allow({
      programId: program.id,
      userId: caller.userId,
      hub: body.hub,
      resource,
      redirectUri: body.redirect_uri,
      codeChallenge,
    })
    events.allowed(facts)
    return { redirect_to: callback(body, { code }, issuer) }
  })
}

function listRoutes(app: ConsoleApp, { signIns, events }: SignInFeatureDeps): void {
  app.handle(listMcpSignIns, async ({ caller }) => ({
    items: (await signIns.list(caller.userId)).map(({ id, programName, hub, createdAt, lastUsedAt }) => ({
      id,
      program: programName,
      hub,
      created_at: new Date(createdAt).toISOString(),
      last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
  }))

  app.handle(endMcpSignIn, async ({ caller, params: { id } }) => {
    const revoked = await signIns.revoke(caller.userId, id)
    if (!revoked.ok) throw new ApiRefused('not_found', 'This program has no access any more.')
    events.revoked({ account: caller.userId, signIn: id })
    return { id }
  })
}
