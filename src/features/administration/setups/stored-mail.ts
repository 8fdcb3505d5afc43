import { z } from 'zod'
import type { Setups, StoredSetup } from '#core/setups/setups.ts'
import type { MailServer } from '#core/mail/send-mail.ts'

export const MAIL = 'mail'

const Settings = z.object({ url: z.string(), from: z.string() })

/** Null without stored settings, or if this service cannot decrypt them. */
export const mailServerIn = (stored: StoredSetup | undefined): MailServer | null =>
  Settings.safeParse(stored?.settings).data ?? null

/** The environment takes precedence over the Console. */
export const createMailServer =
  ({ environment, setups }: { environment: MailServer | null; setups: Pick<Setups, 'list'> }) =>
  async (): Promise<MailServer | null> =>
    environment ?? mailServerIn((await setups.list(MAIL))[0])
