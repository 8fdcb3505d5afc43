import mime from 'mime'
import { z } from 'zod'
import { knownMembers } from '#ground/base/json/lenient-schema.ts'
import { readButtonValue } from '../../buttons.ts'
import type { MediaReference, PressedButton } from '../../incoming.ts'
import { onOneLine } from '../../text/quoted-text.ts'

export interface Content {
  text: string
  media: readonly MediaReference[]
}

export function chatAContent(message: {
  readonly type: string
  readonly [key: string]: unknown
}): Content | null {
  const read = Object.hasOwn(READERS, message.type) ? READERS[message.type] : undefined
  return read?.(message[message.type]) ?? null
}

type Reader = (value: unknown) => Content | null

const Maybe = z.string().min(1).optional().catch(undefined)

const textReader =
  <S extends z.ZodType>(schema: S, text: (value: z.infer<S>) => string): Reader =>
  (value) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? { text: text(parsed.data), media: [] } : null
  }

const File = z.object({
  id: z.string().min(1),
  mime_type: Maybe,
  caption: z.string().optional().catch(undefined),
  filename: Maybe,
})

const file =
  (kind: string): Reader =>
  (value) => {
    const parsed = File.safeParse(value)
    if (!parsed.success) return null
    const { id, mime_type: type, caption = '', filename } = parsed.data
    const named = filename ?? `${kind}.${(type && mime.getExtension(type)) || 'bin'}`
    return { text: caption, media: [{ id, filename: named, contentType: type ?? null, bytes: null }] }
  }

const Place = z.object({
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
  name: Maybe,
  address: Maybe,
})

const Person = z.object({
  name: z.object({ formatted_name: Maybe }).optional().catch(undefined),
  org: z.object({ company: Maybe }).optional().catch(undefined),
  phones: knownMembers(z.object({ phone: Maybe })).catch([]),
  emails: knownMembers(z.object({ email: Maybe })).catch([]),
})

const person = ({ name, org, phones, emails }: z.infer<typeof Person>): string =>
  [
    name?.formatted_name,
    org?.company,
    ...phones.map(({ phone }) => phone),
    ...emails.map(({ email }) => email),
  ]
    .filter(Boolean)
    .join(', ')

const Chosen = z.object({ title: z.string(), description: Maybe })

const Interactive = z.object({
  button_reply: Chosen.optional().catch(undefined),
  list_reply: Chosen.optional().catch(undefined),
  nfm_reply: z.object({ response_json: z.string() }).optional().catch(undefined),
})

const interactive: Reader = (value) => {
  const { button_reply, list_reply, nfm_reply } = Interactive.safeParse(value).data ?? {}
  const chosen = button_reply ?? list_reply
  const text = chosen
    ? [chosen.title, chosen.description].filter(Boolean).join('\n')
    : nfm_reply?.response_json
  return text === undefined ? null : { text, media: [] }
}

const Pressed = z.object({ button_reply: z.object({ id: z.string() }) })

/** Null unless the message is a press of one of the Hub's buttons. */
export function pressedButton(message: {
  readonly type: string
  readonly [key: string]: unknown
}): PressedButton | null {
  const pressed = message.type === 'interactive' ? Pressed.safeParse(message['interactive']).data : undefined
  return pressed ? readButtonValue(pressed.button_reply.id) : null
}

const Order = z.object({
  text: Maybe,
  product_items: z.array(
    z
      .object({
        product_retailer_id: z.union([z.string(), z.number()]),
        quantity: z.coerce.number(),
        item_price: z.coerce.number().optional().catch(undefined),
        currency: Maybe,
      })
      .nullable()
      .catch(null),
  ),
})

const order = ({ text, product_items: items }: z.infer<typeof Order>): string =>
  [
    ...(text ? [text] : []),
    'Order:',
    ...items.map((item) => {
      if (item === null) return '- an item that could not be read'
      const { product_retailer_id: product, quantity, item_price: price, currency } = item
      return `- ${quantity} × ${product}${price === undefined ? '' : ` at ${price} ${currency ?? ''}`.trimEnd()}`
    }),
  ].join('\n')

const READERS: Readonly<Record<string, Reader>> = {
  text: textReader(z.object({ body: z.string() }), ({ body }) => body),
  image: file('picture'),
  video: file('video'),
  audio: file('audio'),
  document: file('document'),
  sticker: file('sticker'),
  location: textReader(Place, ({ name, address, latitude, longitude }) =>
    onOneLine(`Location: ${[name, address, `${latitude}, ${longitude}`].filter(Boolean).join('; ')}`),
  ),
  contacts: textReader(
    knownMembers(Person).pipe(z.array(z.custom<z.infer<typeof Person>>()).min(1)),
    (people) => people.map((one) => onOneLine(`Contact: ${person(one)}`)).join('\n'),
  ),
  interactive,
  button: textReader(z.object({ text: z.string() }), ({ text }) => text),
  order: textReader(Order, order),
}
