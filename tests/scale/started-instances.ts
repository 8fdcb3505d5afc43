import { setTimeout as pause } from 'node:timers/promises'
import { openStore, type Store } from '#ground/store/store.ts'
import { clientOf, type Client } from '../chatapp/client.ts'
import { ask, messagesOf, nextEvent, readEvents, type AskedTurn } from '../chatapp/page.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'

/** Several services with data folders of their own on one Postgres. */
export interface StartedInstances extends AsyncDisposable {
  readonly url: string
  readonly store: Store
  /** Start one more, with a copy of the demo Hub or with a folder of its own, and with variables of its own. */
  start(name: string, own?: Record<string, string>, folder?: string): Promise<RunningHub>
}

/** @param more Further variables of all of them. */
export async function startInstances(more: Record<string, string> = {}): Promise<StartedInstances> {
  await using opening = new AsyncDisposableStack()
  const url = await createMigratedPostgres()
  const store = opening.use(await openStore({ kind: 'postgres', url }))
  const parts = opening.move()
  return {
    url,
    store,
    async start(name, own = {}, folder) {
      const environment = {
        SVC_DATABASE_URL: url,
        SVC_MACHINE_NAME: name,
        SVC_SESSION_SECRET: 'a secret that only these machines know',
        ...more,
        ...own,
      }
      return parts.use(await runHub({ ...(folder && { folder }), environment }))
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Its second step waits on a machine whose Hub has a file `waits`. */
export const WAITING_WORKFLOW = `steps:
  - { id: first, run: echo done }
  - { id: slow, run: '[ ! -e waits ] || sleep 300', needs: first }
`

/** The session of somebody, at another machine. */
export const at = (hub: RunningHub, { token, id }: Client): Client => clientOf(hub.url, token, id)

/** Begin an answer that says half and has more to say after so many milliseconds. */
export async function askForHalf(client: Client, ms: number, form: object = {}): Promise<AskedTurn> {
  const content = `/say half\n/wait ${ms}\n/say and whole`
  const asked = await ask(client, { model: 'garden-team', user_message: { content }, ...form })
  const events = readEvents(client, asked.chatId)
  const { data } = await nextEvent(events, 'snapshot')
  if (data.message.content === '') await nextEvent(events, 'delta')
  await events.return(undefined)
  return asked
}

export const answerOf = async (client: Client, { chatId, answerId }: AskedTurn): Promise<any> =>
  (await messagesOf(client, chatId))[answerId]

/** Wait until a message has ended. @returns It, and how long that took in milliseconds. */
export async function ended(client: Client, asked: AskedTurn): Promise<{ message: any; ms: number }> {
  const begun = performance.now()
  for (;;) {
    const message = await answerOf(client, asked)
    if (message.done) return { message, ms: performance.now() - begun }
    await pause(100)
  }
}

export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(100)
}
