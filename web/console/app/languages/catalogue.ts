import type { SharedCatalogue, SharedRefusals } from '../../../ui/languages/catalogue.ts'
import type * as access from '../../access/messages.ts'
import type * as administration from '../../administration/messages.ts'
import type * as app from '../messages.ts'
import type * as artifacts from '../../artifacts/messages.ts'
import type * as audit from '../../audit/messages.ts'
import type * as budgets from '../../budgets/messages.ts'
import type * as changes from '../../changes/messages.ts'
import type * as connections from '../../connections/messages.ts'
import type * as files from '../../files/messages.ts'
import type * as hubs from '../../hubs/messages.ts'
import type * as inbox from '../../inbox/messages.ts'
import type * as instances from '../../instances/messages.ts'
import type * as kit from '../../kit/messages.ts'
import type * as pages from '../../kit/page-messages.ts'
import type * as mcp from '../../mcp/messages.ts'
import type * as memory from '../../memory/messages.ts'
import type * as messaging from '../../messaging/messages.ts'
import type * as messagingRoster from '../../messaging/roster/messages.ts'
import type * as notices from '../../notices/messages.ts'
import type * as overview from '../../overview/messages.ts'
import type { invitations } from '../../people/invitation-messages.ts'
import type * as people from '../../people/messages.ts'
import type * as permissions from '../../permissions/messages.ts'
import type * as ratings from '../../ratings/messages.ts'
import type * as runs from '../../runs/messages.ts'
import type * as traces from '../../traces/messages.ts'
import type * as workflows from '../../workflows/messages.ts'

export type ConsoleCatalogue = {
  'console.access.hubs': typeof access.hubs
  'console.access.permissions': typeof access.permissions
  'console.access.ending': typeof access.ending
  'console.access.diff': typeof access.diff
  'console.access.why': typeof access.why
  'console.access.asking': typeof access.asking
  'console.administration': typeof administration.administration
  'console.administration.models': typeof administration.models
  'console.administration.signUp': typeof administration.signUp
  'console.administration.secondFactor': typeof administration.secondFactor
  'console.administration.groups': typeof administration.groups
  'console.administration.signIns': typeof administration.signIns
  'console.administration.mail': typeof administration.mail
  'console.administration.providers': typeof administration.providers
  'console.app.shell': typeof app.shell
  'console.app.jump': typeof app.jump
  'console.app.entry': typeof app.entry
  'console.app.signedOut': typeof app.signedOut
  'console.app.problems': typeof app.problems
  'console.artifacts': typeof artifacts.artifacts
  'console.audit': typeof audit.audit
  'console.audit.stopped': typeof audit.stopped
  'console.audit.accessChanges': typeof audit.accessChanges
  'console.budgets': typeof budgets.budgets
  'console.changes': typeof changes.changes
  'console.connections': typeof connections.connections
  'console.files': typeof files.files
  'console.files.starts': typeof files.starts
  'console.hubs': typeof hubs.hubs
  'console.hubs.channelSetup': typeof hubs.channelSetup
  'console.inbox': typeof inbox.inbox
  'console.inbox.senders': typeof inbox.senders
  'console.instances': typeof instances.instances
  'console.kit.common': typeof kit.common
  'console.kit.list': typeof kit.list
  'console.kit.people': typeof kit.people
  'console.kit.views': typeof kit.views
  'console.kit.surfaces': typeof kit.surfaces
  'console.kit.setups': typeof kit.setups
  'console.kit.leaving': typeof kit.leaving
  'console.kit.exports': typeof kit.exports
  'console.kit.span': typeof kit.span
  'console.pages': typeof pages.pages
  'console.tabs': typeof pages.tabs
  'console.mcp': typeof mcp.mcp
  'console.mcp.authorize': typeof mcp.authorize
  'console.memory': typeof memory.memory
  'console.messaging': typeof messaging.messaging
  'console.roster.who': typeof messagingRoster.who
  'console.notices': typeof notices.notices
  'console.overview': typeof overview.overview
  'console.people': typeof people.people
  'console.people.passwords': typeof people.passwords
  'console.invitations': typeof invitations
  'console.permissions': typeof permissions.permissions
  'console.ratings': typeof ratings.ratings
  'console.refusals': SharedRefusals &
    Readonly<Record<'duplicate_email' | 'last_admin' | 'everyone_refused', string>>
  'console.runs': typeof runs.runs
  'console.traces': typeof traces.traces
  'console.workflows': typeof workflows.workflows
  'console.workflows.schedule': typeof workflows.schedule
}

export type Catalogue = SharedCatalogue & ConsoleCatalogue
