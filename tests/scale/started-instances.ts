import { setTimeout as pause } from 'node:timers/promises'
import { openStore, type Store } from '#ground/store/store.ts'
import { clientOf, type Client } from '../chatapp/client.ts'
import { ask, messagesOf, nextEvent, readEvents, type AskedTurn } from '../chatapp/page.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'

export interface StartedInstances extends AsyncDisposable {
  readonly url: string
  readonly store: Store
  start(name: string, own?: Record<string, string>, folder?: string): Promise<RunningHub>
}

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

/** The second step waits at an instance whose Hub has a file `waits`. */
export const WAITING_WORKFLOW = `steps:
  - { id: first, run: echo done }
  - { id: slow, run: '[ ! -e waits ] || sleep 300', needs: first }
`

export const at = (hub: RunningHub, { token, id }: Client): Client => clientOf(hub.url, token, id)

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

export async function ended(client: Client, asked: AskedTurn): Promise<{ message: any; ms: number }> {
  const begun = performance.now()
  for (;;) {
    const message = await answerOf(client, asked)
    if (message.done) return { message, ms: performance.now() - begun }
    await pause(100)
  }
}
