import { join } from 'node:path'
import { startEdge } from '#processes/edge.ts'
import {
  CONSOLE_PASSWORD,
  startTestConsole,
  type Ending,
  type TestConsole,
  type TestConsoleOptions,
} from '../support/console.ts'
import { signIn, type Account, type ConsolePerson } from '../support/console-person.ts'
import { startFaultyChatapp, type FaultyChatapp } from '../support/faulty-chatapp.ts'
import { servicesOf } from '../support/own-services.ts'

export interface EdgedConsole extends TestConsole {
  enter(person: { email: string }): Promise<ConsolePerson>
}

export async function startEdgedConsole(t: Ending, options: TestConsoleOptions = {}): Promise<EdgedConsole> {
  const started = await startTestConsole(t, options)
  const portOf = (url: string) => new URL(url).port
  const edge = await startEdge({
    environment: {
      PORT: portOf(started.origin),
      SVC_CHATAPP_PORT: portOf(started.chatappUrl),
      BRIDGE_PORT: portOf(started.url),
      SVC_DATA_DIR: join(started.folder, 'data'),
      ...(await servicesOf(join(started.folder, 'data'))),
    },
    hubFolder: join(started.folder, options.hubs?.[0] ?? 'Garden'),
  })
  t.after(() => edge[Symbol.asyncDispose]())
  return { ...started, enter: ({ email }) => signIn(started.origin, accountOf(email)) }
}

export async function startFaultyConsole(
  t: Ending & { after(close: () => void): void },
): Promise<EdgedConsole & { chatapp: FaultyChatapp }> {
  const chatapp = await startFaultyChatapp(t)
  const started = await startEdgedConsole(t, {
    environment: {
      SVC_CHATAPP: 'openwebui',
      SVC_CHATAPP_URL: chatapp.url,
      SVC_CHATAPP_API_KEY: chatapp.serviceKey,
    },
  })
  chatapp.forwardTo(started.chatappUrl, started.admin.token)
  const me = await started.admin.get('/me')
  if (me.status !== 200) throw new Error(`the first administrator got ${me.status}`)
  await started.admin.post('/people/refresh')
  return { ...started, chatapp }
}

const accountOf = (email: string): Account => ({ name: email, email, password: CONSOLE_PASSWORD })
