import { z } from 'zod'

const Maybe = z.string().min(1).optional().catch(undefined)

/** Each entry is parsed separately, so a malformed entry does not affect other entries. */
const Some = z
  .array(z.unknown())
  .optional()
  .catch(undefined)
  .transform((some) => some ?? [])

export const DeliveryBody = z.object({ object: z.literal('whatsapp_business_account'), entry: Some })

export const DeliveryEntry = z.object({ changes: Some })

export const Change = z.object({ field: z.string(), value: z.unknown() })
export type Change = z.infer<typeof Change>

export const ChangeValue = z.object({
  metadata: z.object({ phone_number_id: z.string(), display_phone_number: Maybe }),
  contacts: Some,
  messages: Some,
  statuses: Some,
  errors: Some,
})

export const Contact = z.object({
  profile: z.object({ name: Maybe, username: Maybe }).optional().catch(undefined),
  wa_id: Maybe,
  user_id: Maybe,
  parent_user_id: Maybe,
})
export type Contact = z.infer<typeof Contact>

/** The provider sends seconds; the result is in milliseconds. */
const Timestamp = z
  .union([z.string().regex(/^\d{1,11}$/), z.int().positive()])
  .transform((seconds) => Number(seconds) * 1000)

export const ChatAMessage = z.looseObject({
  id: z.string().min(1),
  type: z.string(),
  timestamp: Timestamp,
  from: Maybe,
  user_id: Maybe,
  from_user_id: Maybe,
  from_parent_user_id: Maybe,
  group_id: Maybe,
  context: z
    .object({
      id: Maybe,
      from: Maybe,
      forwarded: z.boolean().optional().catch(undefined),
      frequently_forwarded: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
export type ChatAMessage = z.infer<typeof ChatAMessage>

export const ProviderError = z.object({
  code: z.int().optional().catch(undefined),
  title: Maybe,
  message: Maybe,
  error_subcode: z.int().optional().catch(undefined),
  error_data: z.object({ details: Maybe }).optional().catch(undefined),
})
export type ProviderError = z.infer<typeof ProviderError>

export const Status = z.object({
  id: z.string().min(1),
  status: z.string(),
  timestamp: Timestamp,
  biz_opaque_callback_data: Maybe,
  errors: Some,
})
export type Status = z.infer<typeof Status>

export const Reaction = z.object({
  message_id: z.string().min(1),
  emoji: z.string().optional().catch(undefined),
})

/** A person's number or id changed. Older API versions name the new value `new_wa_id`. */
export const System = z.object({
  type: z.string(),
  wa_id: Maybe,
  new_wa_id: Maybe,
  user_id: Maybe,
  parent_user_id: Maybe,
  previous_user_id: Maybe,
  previous_parent_user_id: Maybe,
})

export const Edit = z.object({
  original_message_id: z.string().min(1),
  message: z.looseObject({ type: z.string() }),
})

export const Revoke = z.object({ original_message_id: z.string().min(1) })
