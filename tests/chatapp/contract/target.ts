import type { TestContext } from 'node:test'
import { answerOf, clientOf, type Client } from '../client.ts'
import { emailOf, PASSWORD, startTestChatapp } from '../started-chatapp.ts'

export interface ContractTarget {
  url: string
  visitor: Client
  admin: Client
  person(role: 'pending' | 'user'): Promise<Client & { email: string; password: string }>
}

/**
 * The web chat under test. `CHATAPP_CONTRACT_URL` selects a running web chat, with `CHATAPP_CONTRACT_EMAIL` and
 * `CHATAPP_CONTRACT_PASSWORD` of its administrator. Otherwise the test starts a web chat.
 */
export async function contractTarget(t: TestContext): Promise<ContractTarget> {
  const url = process.env.CHATAPP_CONTRACT_URL?.replace(/\/+$/, '') ?? (await startOurs(t))
  const admin = await signInOnce(url)
  return {
    url,
    visitor: clientOf(url),
    admin,
    async person(role) {
      const email = `contract-${crypto.randomUUID()}@example.com`
      const added = await admin.post('/api/v1/auths/add', {
        name: 'Contract',
        email,
        password: PASSWORD,
        role,
      })
      if (added.status !== 200) throw new Error(`adding an account answered ${added.status}: ${added.text}`)
      afterwards(t, () => admin.delete(`/api/v1/users/${added.json.id}`))
      return { ...clientOf(url, added.json.token, added.json.id), email, password: PASSWORD }
    },
  }
}

/** Ignores errors, because the web chat may have stopped already. */
export const afterwards = (t: TestContext, work: () => Promise<unknown>): void =>
  t.after(async () => void (await work().catch(() => {})))

async function startOurs(t: TestContext): Promise<string> {
  const chat = await startTestChatapp(t, { apiKeys: true })
  await chat.signUp('Admin')
  return chat.url
}

/** Sign-ins are rate-limited, so all tests of a file share a session of the administrator. */
const signInOnce = (url: string): Promise<Client> => {
  const signedIn =
    admins.get(url) ??
    signIn(url, {
      email: process.env.CHATAPP_CONTRACT_EMAIL ?? emailOf('Admin'),
      password: process.env.CHATAPP_CONTRACT_PASSWORD ?? PASSWORD,
    })
  admins.set(url, signedIn)
  return signedIn
}
const admins = new Map<string, Promise<Client>>()

async function signIn(url: string, credentials: { email: string; password: string }): Promise<Client> {
  const response = await fetch(`${url}/api/v1/auths/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  const answer = await answerOf(response)
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${answer.text}`)
  return clientOf(url, answer.json.token, answer.json.id)
}
