import { z } from 'zod'
import { createChatAClient } from './client.ts'
import type { ChataSettings } from './open.ts'

const PhoneNumber = z.object({ id: z.string() })
/** Code 190: the token is invalid or has expired. */
const BadToken = z.object({ error: z.object({ code: z.literal(190) }) })

/** The app secret and the verify token can only be checked by a delivery. */
export async function tryChata({ base, token, phoneNumberId, clock }: ChataSettings): Promise<string | null> {
  const client = createChatAClient({ base: base.replace(/\/+$/, ''), token, clock })
  const reply = await client.call(
    { method: 'GET', path: `${phoneNumberId}?fields=id` },
    new AbortController().signal,
  )
  if (reply.kind !== 'answered') return `WhatsApp can’t be reached: ${reply.reason}. Try again later.`
  if (reply.status === 401 || BadToken.safeParse(reply.body).success)
    return `WhatsApp refused CHATA_ACCESS_TOKEN (${reply.status}). Create another token at the provider.`
  const isIt = reply.status === 200 && PhoneNumber.safeParse(reply.body).data?.id === phoneNumberId
  return isIt
    ? null
    : `WhatsApp does not know the number ${phoneNumberId} (${reply.status}). Check CHATA_PHONE_NUMBER_ID, and that the token may use the number.`
}
