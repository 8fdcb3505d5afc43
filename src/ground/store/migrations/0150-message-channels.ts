import { sql, type Kysely } from 'kysely'

/** Finds the channels on which a person wrote, and the last message on each. */
export async function messageChannels(db: Kysely<any>): Promise<void> {
  await sql`create index messages_by_email_hub_channel on messages (email, hub, channel, received_at_ms)`.execute(
    db,
  )
}
