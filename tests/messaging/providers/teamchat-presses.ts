import type { KeptMessage } from './teamchat-history.ts'
import type { Block } from './teamchat-methods.ts'

export const buttonsIn = ({ blocks }: KeptMessage) =>
  ((blocks as Block[] | undefined) ?? []).flatMap((block) => (block.type === 'actions' ? block.elements : []))

/** The payload when a person presses the button with this label. Source: docs.slack.dev, "block_actions payload". */
export function pressPayload(
  message: KeptMessage & { channel: string },
  { label, user, team, ts }: { label: string; user: string; team: string; ts: string },
): object {
  const action = buttonsIn(message).find(({ text }) => text.text === label)
  if (!action) throw new Error(`message ${message.ts} has no button ${label}`)
  const { channel, thread_ts: thread } = message
  return {
    type: 'block_actions',
    user: { id: user, username: user.toLowerCase(), name: user.toLowerCase(), team_id: team },
    api_app_id: 'A01',
    token: 'verification-token',
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel,
      is_ephemeral: false,
      ...(thread && { thread_ts: thread }),
    },
    trigger_id: '12466734323.1395872398.secret',
    team: { id: team, domain: 'a' },
    enterprise: null,
    is_enterprise_install: false,
    channel: { id: channel, name: 'garden' },
    message,
    state: { values: {} },
    response_url: 'https://hooks.slack.example/actions/secret',
    actions: [{ ...action, block_id: 'b1', action_ts: ts }],
  }
}
