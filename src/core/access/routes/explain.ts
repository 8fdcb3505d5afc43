import type { ConsoleApp } from '#ground/api/console-app.ts'
import { explainAccess } from '../contract.ts'
import type { AllowReason, DenyReason } from '../decide.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { catalogFor, grantCard, managedPolicy, subjectOf } from './scope.ts'

export function explainRoutes(app: ConsoleApp, { access, hubCards }: AccessRoutesDeps): void {
  app.handle(explainAccess, async ({ caller, query }) => {
    const subject = subjectOf(query.subject)
    await managedPolicy(access, caller, query.hub)
    const { allowed, reason, grant, revision } = await access.explain(subject, query.hub, query.permission)
    const catalog = await catalogFor(hubCards, caller, query.hub)
    const isKnown = catalog.some(({ name }) => name === query.permission)
    const [why, remedy] = EXPLANATIONS[reason]
    return {
      subject,
      hub: query.hub,
      permission: query.permission,
      allowed,
      reason,
      via: allowed ? reason : null,
      grant: grant && grantCard(grant),
      revision,
      detail: isKnown ? why : `${why} ${WITHOUT_EFFECT}`,
      remedy: isKnown ? remedy : null,
      without_effect: !isKnown,
    }
  })
}

const WITHOUT_EFFECT = 'The permission has no effect: no tool of this Hub requires it.'

const EXPLANATIONS: Readonly<
  Record<AllowReason | DenyReason, readonly [detail: string, remedy: string | null]>
> = {
  direct: ['It was granted to them on this Hub.', null],
  organization: ['It was granted to them on the organization, so it applies to every Hub.', null],
  everyone: ['It was granted to everyone signed in.', null],
  group_based: ['The web chat’s groups decide who uses this Hub, and they are not blocked.', null],
  blocked: [
    'They are blocked, which overrides every grant.',
    'An organization administrator can unblock them.',
  ],
  no_identity: ['The request names no person or service.', 'Ask for a person’s e-mail or svc:<name>.'],
  no_grant: [
    'It was not granted to them, neither on this Hub nor on the organization.',
    'Grant it to them on this Hub.',
  ],
  unknown_hub: ['There is no such Hub.', 'Check the Hub’s slug.'],
}
