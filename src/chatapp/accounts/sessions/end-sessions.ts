import { normalEmail } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'

/** Sign somebody out everywhere: no token of theirs works any more. Without such an account there is nothing to do. */
export async function endSessionsOf({ db }: Pick<Store, 'db'>, email: string): Promise<void> {
  await db
    .deleteFrom('chatapp_sessions')
    .where('user_id', 'in', (query) =>
      query.selectFrom('chatapp_users').select('id').where('email', '=', normalEmail(email)),
    )
    .execute()
}
