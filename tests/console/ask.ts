import assert from 'node:assert/strict'
import type { TestConsole } from '../support/console.ts'

export async function ask(
  hub: Pick<TestConsole, 'url' | 'bridgeKey'>,
  email: string,
  content: string,
  chat_id = 'one chat',
): Promise<string> {
  const answer = await fetch(`${hub.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${hub.bridgeKey}`,
      'x-chatapp-user-email': email,
    },
    body: JSON.stringify({ model: 'garden', chat_id, messages: [{ role: 'user', content }] }),
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return JSON.parse(text).choices[0].message.content
}
