import { Option, type Command } from 'commander'
import type { InboxAction } from '#core/inbox/event-actions.ts'
import { HUB_OPTION, parseWholeNumber } from './options.ts'

const ACTIONS: Record<InboxAction, string> = {
  replay: 'store copies of events as new events',
  release: 'return quarantined events to the pending events',
  quarantine: 'quarantine pending events',
}

export function addEventsCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const events = command(hub, 'events', 'stored webhook deliveries')
  const eventsCommand = (usage: string, description: string) =>
    command(events, usage, description)
      .option(...HUB_OPTION)
      .option('--json', 'print JSON lines')
  const load = () => import('./events.ts')

  eventsCommand('list', 'show events, newest first')
    .addOption(
      new Option('--state <state>', 'show only events in this state').choices([
        'pending',
        'claimed',
        'processed',
        'unmatched',
        'quarantined',
      ]),
    )
    .option('--endpoint <name>', 'show only events of this endpoint')
    .option('--limit <n>', 'number of events to show', parseWholeNumber, 50)
    .action(async (options) => (await load()).listEvents(options))
  eventsCommand('show <event>', 'show an event with its body').action(async (event: string, options) =>
    (await load()).showEvent(event, options),
  )
  eventsCommand('refused', 'show refused deliveries and their reasons, newest first').action(
    async (options) => (await load()).listRefused(options),
  )
  for (const action of ['replay', 'release', 'quarantine'] as const)
    eventsCommand(`${action} <events...>`, ACTIONS[action]).action(async (names: string[], options) =>
      (await load()).actOn(action, names, options),
    )
  eventsCommand(
    'wait',
    'wait for a delivery at the test address of an endpoint, and show it or why it was refused',
  )
    .option('--endpoint <name>', 'endpoint (default: the endpoint that WEBHOOK_INBOUND_NAME names)')
    .action(async (options) => (await load()).waitForDelivery(options))
  eventsCommand('test', 'sign a delivery as a sender would, and send it to the receiver')
    .option('--endpoint <name>', 'target endpoint (default: the endpoint that WEBHOOK_INBOUND_NAME names)')
    .option('--body <text>', 'body to send; - reads standard input', '{"test":true}')
    .option('--query <text>', 'query string to add to the address, such as kind=push', '')
    .option('--content-type <type>', 'content type of the body', 'application/json')
    .action(async (options) => (await load()).testEvents(options))
}
