import type { OutgoingButton } from '../../channel.ts'

/** The provider shows blocks instead of the text. Empty without buttons. Source: docs.slack.dev, "Blocks". */
export const blocksOf = (text: string, buttons: readonly OutgoingButton[] = []): readonly object[] =>
  buttons.length === 0
    ? []
    : [
        { type: 'section', text: { type: 'mrkdwn', text } },
        {
          type: 'actions',
          elements: buttons.map(({ value, label, look }) => ({
            type: 'button',
            action_id: look,
            text: { type: 'plain_text', text: label },
            value,
            style: look,
          })),
        },
      ]
