import { signUp } from '../support/console-person.ts'
import type { RunningGateway } from './running-gateway.ts'

interface Call {
  body?: object
  bearer?: string
}

export interface GatewayPerson {
  call(path: string, options?: Call): Promise<{ status: number; text: string; json: any }>
  mayUse(): Promise<string[]>
  ask(model: string, content: string): Promise<string>
}

export async function signUpAt(gateway: () => RunningGateway, name: string): Promise<GatewayPerson> {
  const account = { name, email: `${name.toLowerCase()}@example.org`, password: 'correct horse battery' }
  const { token } = await signUp(gateway().url, account)
  const call: GatewayPerson['call'] = async (path, { body, bearer = token } = {}) => {
    const { url } = gateway()
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        origin: url,
        ...(bearer && { authorization: `Bearer ${bearer}`, cookie: `token=${bearer}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: answer.status, text, json: isJson ? JSON.parse(text) : null }
  }
  return {
    call,
    async mayUse() {
      const { json } = await call('/portal/api/chat-access')
      const hubs: { slug: string; allowed: boolean }[] = json?.hubs ?? []
      return hubs.filter(({ allowed }) => allowed).map(({ slug }) => slug)
    },
    async ask(model, content) {
      const body = { model, messages: [{ role: 'user', content }] }
      const { json, text } = await call('/api/chat/completions', { body })
      return json?.choices?.[0].message.content ?? text
    },
  }
}
