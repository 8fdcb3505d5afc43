import type { Client } from '../../tests/chatapp/client.ts'
import { ask, finished } from '../../tests/chatapp/page.ts'
import { chinese, request, words, type Large } from './request.ts'

export function* longChats(chat: Client): Generator<Large> {
  const own = { authorization: `Bearer ${chat.token}` }
  const url = `${chat.url}/api/v1/chats`
  const short = (n: number) => `Message ${n}`
  const bodies: Record<string, string> = {
    '40,000 short messages': chatOf(40_000, short),
    '10,000 short messages': chatOf(10_000, short),
    '10,000 first messages': chatOf(10_000, short, true),
    '14 messages of 1,000,000 characters': chatOf(14, (n) => words(1_000_000, n)),
    '70 messages of 200,000 characters': chatOf(70, (n) => words(200_000, n)),
    '25 messages in Chinese': chatOf(25, chinese),
  }
  for (const [what, body] of Object.entries(bodies)) {
    let id = ''
    yield {
      what: `store ${what}`,
      async send() {
        const answer = await request(`${url}/new`, 'POST', own, body)
        id = answer.status === 200 ? (JSON.parse(answer.text) as { id: string }).id : ''
        return answer
      },
    }
    if (id === '') continue
    yield {
      what: `change ${what}`,
      send: () => request(`${url}/${id}`, 'POST', own, body.replaceAll('Message ', 'Changed ')),
    }
    for (const path of [
      `/${id}`,
      `/${id}/messages?limit=200`,
      `/${id}/branches`,
      '/',
      '/search?text=a%20b%20c',
    ])
      yield { what: `${what}: GET ${path.replace(id, ':id')}`, send: () => request(url + path, 'GET', own) }
    const share = JSON.stringify({ audience: 'all', live: false })
    yield { what: `${what}: share`, send: () => request(`${url}/${id}/share`, 'POST', own, share) }
    yield {
      what: `${what}: turn`,
      async send() {
        const parent_id = `m${Object.keys((JSON.parse(body) as ChatForm).chat.history.messages).length - 1}`
        const user_message = { content: 'And?' }
        await finished(chat, await ask(chat, { model: 'garden-team', chat_id: id, parent_id, user_message }))
        return { status: 200 }
      },
    }
    yield { what: `${what}: pin`, send: () => request(`${url}/${id}/pin`, 'POST', own) }
    yield { what: `${what}: delete`, send: () => request(`${url}/${id}`, 'DELETE', own) }
  }
}

function chatOf(count: number, content: (n: number) => string, areRoots = false): string {
  const messages = Object.fromEntries(
    Array.from({ length: count }, (_, n) => {
      const parentId = n === 0 || areRoots ? null : `m${n - 1}`
      return [
        `m${n}`,
        { role: n % 2 ? 'assistant' : 'user', content: content(n), parentId, model: 'garden-team' },
      ]
    }),
  )
  return JSON.stringify({ chat: { title: 'Large', history: { currentId: `m${count - 1}`, messages } } })
}

interface ChatForm {
  chat: { history: { messages: object } }
}
