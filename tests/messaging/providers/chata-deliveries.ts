import { PHONE_NUMBER_ID, type SentMessage } from './chata.ts'

export const deliveryOf = (...values: readonly Readonly<Record<string, unknown>>[]) => ({
  object: 'whatsapp_business_account',
  entry: values.map((value) => ({
    id: '102290129340398',
    changes: [
      {
        field: 'messages',
        value: {
          messaging_product: 'whatsapp',
          metadata: { display_phone_number: '15550783881', phone_number_id: PHONE_NUMBER_ID },
          ...value,
        },
      },
    ],
  })),
})

export const textFrom = (number: string, body: string, more: Readonly<Record<string, unknown>> = {}) => ({
  contacts: [{ profile: { name: 'Sheena Nelson' }, wa_id: number, user_id: `US.${number}` }],
  messages: [
    {
      from: number,
      from_user_id: `US.${number}`,
      id: `wamid.${Buffer.from(body).toString('base64')}`,
      timestamp: '1749416383',
      type: 'text',
      text: { body },
      ...more,
    },
  ],
})

/** The person presses a button below a message. */
export const pressFrom = (number: string, of: string, { id, title }: { id: string; title: string }) =>
  textFrom(number, '', {
    id: `wamid.${Buffer.from(`${of} ${id}`).toString('base64')}`,
    context: { from: '15550783881', id: of },
    type: 'interactive',
    text: undefined,
    interactive: { type: 'button_reply', button_reply: { id, title } },
  })

export const statusOf = (
  { id, request }: SentMessage,
  status: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  statuses: [
    {
      id,
      status,
      timestamp: '1749416390',
      recipient_id: request.to,
      recipient_user_id: request.recipient,
      biz_opaque_callback_data: request.biz_opaque_callback_data,
      ...more,
    },
  ],
})
