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

const WITHOUT_EFFECT = 'It has no effect: no tool here names this permission.'

const EXPLANATIONS: Readonly<
  Record<AllowReason | DenyReason, readonly [detail: string, remedy: string | null]>
> = {
  direct: ['It was given to them on this Hub.', null],
  organization: ['It was given to them on the organization, so it counts on every Hub.', null],
  everyone: ['It was given to everyone signed in.', null],
  group_based: ['The web chat’s groups decide who uses this Hub, and they are not blocked.', null],
  blocked: [
    'They are blocked, which wins over every grant.',
    'An organization administrator can unblock them.',
  ],
  no_identity: ['Nobody who could be granted anything is meant.', 'Ask for a person’s e-mail or svc:<name>.'],
  no_grant: [
    'Nobody gave it to them, neither here nor on the organization.',
    'Grant it to them on this Hub.',
  ],
  unknown_hub: ['There is no such Hub.', 'Check the Hub’s slug.'],
}
