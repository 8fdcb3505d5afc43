import { randomUUID } from 'node:crypto'

export interface OpenWebui {
  url: string
  adminKey: string
}

export interface WebuiPerson {
  id: string
  email: string
  /** Session token. */
  token: string
  /** Personal API key. */
  key: string
}

export interface WebuiAnswer {
  status: number
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows what it asked for
  json: any
}

export async function callWith(
  credential: string,
  method: string,
  url: string,
  body?: unknown,
): Promise<WebuiAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, text, json: isJson ? JSON.parse(text) : null }
}

export const asAdmin = ({ url, adminKey }: OpenWebui, method: string, path: string, body?: unknown) =>
  callWith(adminKey, method, url + path, body)

export async function addPerson(
  webui: OpenWebui,
  name: string,
  role: 'pending' | 'user' | 'admin' = 'user',
): Promise<WebuiPerson> {
  const email = `${name.toLowerCase()}-${randomUUID()}@example.com`
  const account = { name, email, password: 'correct horse 9', role }
  const added = await asAdmin(webui, 'POST', '/api/v1/auths/add', account)
  if (added.status !== 200) throw new Error(`adding an account answered ${added.status}: ${added.text}`)
  const { id, token } = added.json
  const made = await callWith(token, 'POST', `${webui.url}/api/v1/auths/api_key`)
  return { id, email, token, key: made.json?.api_key ?? '' }
}

/** Stores a chat whose only message has a file, as Open WebUI's page does before it requests the answer. */
export async function addChat(
  url: string,
  { token }: WebuiPerson,
  { content, file }: { content: string; file: string },
): Promise<{ chatId: string; message: object }> {
  const form = new FormData()
  form.set('file', new File(['The shed is green.\n'], file, { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${token}` }
  const uploaded = await fetch(`${url}/api/v1/files/`, { method: 'POST', headers, body: form })
  const { id } = (await uploaded.json()) as { id: string }
  const message = {
    id: randomUUID(),
    parentId: null,
    childrenIds: [],
    role: 'user',
    content,
    files: [{ type: 'file', id, name: file, url: id }],
  }
  const history = { currentId: message.id, messages: { [message.id]: message } }
  const made = await callWith(token, 'POST', `${url}/api/v1/chats/new`, { chat: { title: 'Notes', history } })
  if (made.status !== 200) throw new Error(`adding a chat answered ${made.status}: ${made.text}`)
  return { chatId: made.json.id, message }
}
